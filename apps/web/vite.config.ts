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
  // The plugin firstHtml serves the pages instead of index.html.
  appType: command === 'serve' ? 'custom' : 'spa',
  builder: {},
  resolve: {
    alias:
      command === 'build'
        ? [
            // react-router's package always refers to its development build, which has warnings for developers.
            [/^react-router$/, join(NODE_MODULES, 'react-router/dist/production/index.mjs')] as const,
            [/^react-router\/dom$/, join(NODE_MODULES, 'react-router/dist/production/dom-export.mjs')] as const,
            // Replaces parts of StarterKit that the sermon editor does not use. They would weigh 3.7 kB.
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
          // index.html names all files of the first script. A part that loads later preloads neither itself nor the
          // files that every page has loaded.
          resolveDependencies: (part, files, { hostType }) =>
            hostType === 'html'
              ? files
              : files.filter((file) => file !== part && !/\/(index|react|rolldown-runtime)-/.test(file)),
        },
        rolldownOptions: {
          // Without this option the first script, which uses some icons, would contain the icons of all pages.
          treeshake: { moduleSideEffects: [{ test: /src\/ui\/icons(\/[\w-]+)?\.ts$/, sideEffects: false }] },
          // On a busy machine the builder would print advice for plugin authors during `npm start`.
          checks: { bundlerTimings: false },
          output: {
            codeSplitting: {
              groups: [
                // React in a file of its own runs in a task of its own (src/react-first.ts). Between two tasks the
                // browser can answer a touch.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|src\/react-first/, priority: 2 },
                // The dependencies of the first script in one file, which compresses better and seldom changes.
                { name: 'base', tags: ['$initial'], priority: 1 },
                // The queries of a person's data on the landing page, apart from the code for writing, which that page
                // does not need.
                { name: 'seen', test: /read-seen|settings-query/, minShareCount: 2, priority: 1 },
                // The code that all pages for writing need.
                {
                  name: 'writes',
                  test: /-writes\.ts$|overlay-query|shown-items|new-id|(theme|history)-rules/,
                  minShareCount: 2,
                },
                // The code for answers that this device stores for the time when the server is away.
                { name: 'here', test: /src\/(device\/seen-answers|api\/(device-answers|seen-position))\.ts$/ },
                // Icons in one file, because a file for each icon would weigh more. Four icons that few pages have are
                // left out: the reader's first script needs none of them.
                { name: 'icons', test: /src\/ui\/icons\/(?!(eye|notebook-pen|settings-2|tag)\.)/, minShareCount: 4 },
                // Code for passages, and small modules that the reader and most other pages also need.
                {
                  name: 'passages',
                  test: /src\/bible\/(?!say-|range-|use-version-)[\w-]+\.ts$|scripture\/src\/(chapters|has-chapter)|use-media-query|study-kind|before-leaving|use-fetched|lazy-ahead|server-message|continue-link|icons\/(book-x|bookmark-check|grip-vertical)\./,
                  minShareCount: 2,
                },
                // Small modules of several pages in one file. The first script would have to list each separate file.
                {
                  name: 'small',
                  test: /history\/(change-looks|say-item-change)\.ts$|kinds\/\w+\/overlay-\w+\.ts$|on-verses-of\.ts$|say-yours\.ts$|sermon-range\.ts$/,
                  minShareCount: 2,
                },
                // The code that the pages of sermons share.
                { name: 'sermon', test: /sermons\/(sermon-query|page-turner)\./, minShareCount: 2 },
                // The code that the reader's two pages share.
                { name: 'reader', test: /kinds\/\w+\/in-reader|reader-state|chapter-skeleton/, minShareCount: 2 },
                // The short words of each kind, which pages with all kinds need together. locales/catalogues.ts also
                // uses the file's name.
                ...['en', 'ko'].map((language) => ({
                  name: `brief-${language}`,
                  test: new RegExp(`-brief\\.${language}\\.json$`),
                })),
              ],
            },
            // The first script lists the addresses of all files, so addresses without a chunk's name save 1 kB. Vite's
            // manifest says which source file an address belongs to. `resolveDependencies` finds two chunks by name.
            chunkFileNames: ({ name }) =>
              `assets/${/^(react|rolldown-runtime)$/.test(name) ? `${name}-` : ''}[hash:7].js`,
          },
        },
      },
    },
    // The code that renders the first HTML. It is one file without dependencies, built for production whatever NODE_ENV
    // says.
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
