import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { beforeScripts } from './before-scripts-plugin.ts'
import { firstHtml } from './first-html-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'

const NODE_MODULES = join(import.meta.dirname, '../../node_modules')
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), beforeScripts(), firstHtml(api), serviceWorker()],
  // It comes from the plugin, not from index.html.
  appType: command === 'serve' ? 'custom' : 'spa',
  builder: {},
  resolve: {
    alias:
      command === 'build'
        ? [
            // What react-router's package names is always the one that warns developers.
            [/^react-router$/, join(NODE_MODULES, 'react-router/dist/production/index.mjs')] as const,
            [/^react-router\/dom$/, join(NODE_MODULES, 'react-router/dist/production/dom-export.mjs')] as const,
            // What the editor of sermons switches off of StarterKit would weigh 3.7 kB.
            [
              /^@tiptap\/(extension-code|extension-code-block|pm\/dropcursor|pm\/gapcursor)$/,
              join(import.meta.dirname, 'src/kinds/sermons/switched-off.ts'),
            ] as const,
          ].map(([find, replacement]) => ({ find, replacement }))
        : [],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Else the first script, which uses some icons, would bring those of all pages.
          treeshake: { moduleSideEffects: [{ test: /src\/ui\/icons(\/[\w-]+)?\.ts$/, sideEffects: false }] },
          // On a busy machine its advice for authors of plugins would stand among what `npm start` says.
          checks: { bundlerTimings: false },
          output: {
            codeSplitting: {
              groups: [
                // In a file of its own it runs in a task of its own (src/server.tsx), between which and the next one the browser
                // answers a touch.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|src\/react-first/, priority: 2 },
                // What the first script needs before it can begin, in one piece: it compresses better, and changes seldom.
                { name: 'base', tags: ['$initial'], priority: 1 },
                // What the landing page reads of a person: without the kinds' writes, which it does not need.
                { name: 'seen', test: /read-seen|settings-query/, minShareCount: 2, priority: 1 },
                // In the same way: what each page needs on which a person writes.
                {
                  name: 'writes',
                  test: /-writes\.ts$|overlay-query|new-id/,
                  minShareCount: 2,
                },
                // What the device has in the server's place.
                { name: 'here', test: /src\/(device\/seen-answers|api\/(device-answers|seen-position))\.ts$/ },
                // A file each would weigh more than what is in it.
                { name: 'icons', test: /src\/ui\/icons\//, minShareCount: 4 },
                // Passages, and what is small and fetched with them by the reader and most other pages.
                {
                  name: 'passages',
                  test: /src\/bible\/(?!say-)[\w-]+\.ts$|scripture\/src\/chapters|use-media-query|study-kind|before-leaving|use-fetched|server-message|continue-link|use-leave-guard|icons\/(book-x|bookmark-check)\./,
                  minShareCount: 2,
                },
                // Fetched together: what pages with all kinds on them say of each (locales/catalogues.ts names it, too).
                ...['en', 'ko'].map((language) => ({
                  name: `brief-${language}`,
                  test: new RegExp(`-brief\\.${language}\\.json$`),
                })),
              ],
            },
            // The first script names every chunk of every page: without words in them that is half a kB less. Which file
            // is what: the manifest.
            chunkFileNames: 'assets/[hash].js',
          },
        },
      },
    },
    // Renders the first HTML: one file that needs nothing beside it, made for production whatever NODE_ENV says.
    ssr: {
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        resolve: { noExternal: true },
      }),
      build: {
        outDir: 'dist/server',
        target: 'node24',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/server.tsx', output: { codeSplitting: false } },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': api, '/language': api },
  },
}))
