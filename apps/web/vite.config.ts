import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The one font that every first screen needs: the roman of the Latin subset. */
const FIRST_FONT = /source-serif-4-latin-wght-normal-.*\.woff2$/

/** What every page needs of the packages. Not what only a form or a list needs. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/[\w-]+|i18next|react-i18next)\/(?!.*utation(Observer)?\.js)/
/** What every page needs of our own: the frame around it, and what speaks to the server. */
const FRAME =
  /lucide-react\/dist\/esm\/(?!icons)|apps\/web\/src\/(api\/|locales\/(language|use-language)|look\/appearance|ui\/(button|notice|status-message)|device\/device-storage|ui\/page-title|app\/(router|shell|top-navigation|logo|loading-text|crash-page|not-found-page)|session\/(account-dialogs|session-query|use-session))/

/** Lets the forms and fetchers of React Router go, which we do not use: naming a component is taken for an effect. */
const dropUnusedOfRouter = (): Plugin => ({
  name: 'drop-unused-of-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = .*$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo))\(/g, '= /* @__PURE__ */ $1('),
      map: null,
    }),
  },
})

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

/** React Router's package leads to its development build, with warnings, unless told otherwise. */
const QUIET_ROUTER = [
  { find: /^react-router$/, replacement: 'react-router/dist/production/index.mjs' },
  { find: /^react-router\/dom$/, replacement: 'react-router/dist/production/dom-export.mjs' },
].map(({ find, replacement }) => ({
  find,
  replacement: fileURLToPath(new URL(`../../node_modules/${replacement}`, import.meta.url)),
}))

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), dropUnusedOfRouter(), preloadFirstFont()],
  resolve: { alias: command === 'build' ? QUIET_ROUTER : [] },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two pieces compress better than thirty small ones; the first changes seldom.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'frame', test: FRAME },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  },
}))
