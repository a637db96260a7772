import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The one font that every first screen needs: the roman of the Latin subset. */
const FIRST_FONT = /source-serif-4-latin-wght-normal-.*\.woff2$/

/** Asks the browser for that font together with the scripts, not only once the stylesheet is read. */
const preloadFirstFont = (): Plugin => ({
  name: 'preload-first-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const font = Object.keys(bundle ?? {}).find((file) => FIRST_FONT.test(file))
      if (!font) throw new Error('The first font is not in the build: mend FIRST_FONT in vite.config.ts')
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFirstFont()],
  build: { target: 'es2022', manifest: true, assetsInlineLimit: 0, reportCompressedSize: false },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  },
})
