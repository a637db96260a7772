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
  // The firstHtml plugin serves the pages, not index.html.
  appType: command === 'serve' ? 'custom' : 'spa',
  builder: {},
  resolve: {
    alias:
      command === 'build'
        ? [
            // react-router's package always names its development build, which warns developers.
            [/^react-router$/, join(NODE_MODULES, 'react-router/dist/production/index.mjs')] as const,
            [/^react-router\/dom$/, join(NODE_MODULES, 'react-router/dist/production/dom-export.mjs')] as const,
            // The parts of StarterKit that the sermon editor switches off would weigh 3.7 kB.
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
        modulePreload: {
          polyfill: false,
          // Named with a part are only the files that come with it: not itself, and not what every page has already.
          resolveDependencies: (part, files) =>
            files.filter((file) => file !== part && !/\/(index|react|rolldown-runtime)-/.test(file)),
        },
        rolldownOptions: {
          // Otherwise the first script, which uses some icons, would include the icons of all pages.
          treeshake: { moduleSideEffects: [{ test: /src\/ui\/icons(\/[\w-]+)?\.ts$/, sideEffects: false }] },
          // On a busy machine its advice for plugin authors would appear in the output of `npm start`.
          checks: { bundlerTimings: false },
          output: {
            codeSplitting: {
              groups: [
                // React in a file of its own runs in a task of its own (src/server.tsx). The browser answers a touch
                // between that task and the next.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|src\/react-first/, priority: 2 },
                // The first script's dependencies in one file: it compresses better, and changes seldom.
                { name: 'base', tags: ['$initial'], priority: 1 },
                // The person's data that the landing page reads, without the kinds' writes, which it does not need.
                { name: 'seen', test: /read-seen|settings-query/, minShareCount: 2, priority: 1 },
                // The code of every page on which a person writes.
                {
                  name: 'writes',
                  test: /-writes\.ts$|overlay-query|shown-items|new-id|(theme|history)-rules/,
                  minShareCount: 2,
                },
                // The answers that this device keeps for when the server is away.
                { name: 'here', test: /src\/(device\/seen-answers|api\/(device-answers|seen-position))\.ts$/ },
                // One file for each icon would weigh more than the icons. That of tags is on no page of the reader.
                { name: 'icons', test: /src\/ui\/icons\/(?!tag\.)/, minShareCount: 4 },
                // Passages, and small modules that the reader and most other pages need with them.
                {
                  name: 'passages',
                  test: /src\/bible\/(?!say-|range-|use-version-)[\w-]+\.ts$|scripture\/src\/(chapters|has-chapter)|use-media-query|study-kind|before-leaving|use-fetched|lazy-ahead|server-message|continue-link|icons\/(book-x|bookmark-check|grip-vertical)\./,
                  minShareCount: 2,
                },
                // Small modules of several pages, each of which the first script would have to name.
                {
                  name: 'small',
                  test: /history\/(change-looks|say-item-change)\.ts$|kinds\/\w+\/overlay-\w+\.ts$|on-verses-of\.ts$|say-yours\.ts$|sermon-range\.ts$/,
                  minShareCount: 2,
                },
                // The shared code of the pages of sermons.
                { name: 'sermon', test: /sermons\/(sermon-query|page-turner)\./, minShareCount: 2 },
                // The shared code of the reader's two pages.
                { name: 'reader', test: /kinds\/\w+\/in-reader|reader-state|chapter-skeleton/, minShareCount: 2 },
                // The short words of each kind, which pages with all kinds need together (locales/catalogues.ts names
                // the file too).
                ...['en', 'ko'].map((language) => ({
                  name: `brief-${language}`,
                  test: new RegExp(`-brief\\.${language}\\.json$`),
                })),
              ],
            },
            // The first script names every chunk of every page; names that are only short hashes save a kB. The manifest
            // says which file is which.
            chunkFileNames: ({ name }) =>
              `assets/${/^(react|rolldown-runtime)$/.test(name) ? `${name}-` : ''}[hash:7].js`,
          },
        },
      },
    },
    // The code that renders the first HTML: one file without dependencies, built for production whatever NODE_ENV says.
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
