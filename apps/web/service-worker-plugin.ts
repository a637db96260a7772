import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { BEFORE_SCRIPTS, hashOf } from './before-scripts-plugin.ts'

/** The size limit, in bytes: a larger file is fetched when it is needed. The sermon editor is below the limit. */
const SELDOM_USED = 400_000

/**
 * Patterns of the files that the service worker fetches when it is installed, so that pages open without a network.
 * `filesIn` leaves out large files, and a file that needs the server.
 */
const SHELL = ['index.html', 'before-scripts.js', 'icon.svg', 'assets/*.{js,css}']

/**
 * Matches a file that is left out: it reads another app's backup, and the import of a backup needs the server anyway.
 */
const NEEDS_THE_SERVER = /assets\/database-worker-/

/** The files as workbox-precaching takes them. A file in assets/ has its hash in its name, so its revision is null. */
const filesIn = (folder: string): readonly { url: string; revision: string | null }[] =>
  globSync(SHELL, { cwd: folder })
    .filter((path) => !NEEDS_THE_SERVER.test(path.replaceAll('\\', '/')))
    .map((path) => ({ url: path.replaceAll('\\', '/'), content: readFileSync(join(folder, path)) }))
    .filter(({ content }) => content.length < SELDOM_USED)
    .map(({ url, content }) => {
      if (url.startsWith('assets/')) return { url, revision: null }
      const revision = hashOf(content)
      return url === BEFORE_SCRIPTS ? { url: `${url}?${revision}`, revision: null } : { url, revision }
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1))

/**
 * Vite plugin: builds the service worker with the app, and puts the list of the app's files into it
 * (`self.__WB_MANIFEST`). docs/decisions/0020 says why workbox-build does not do this.
 */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async closeBundle() {
    const { root, build: app } = this.environment.config
    await build({
      ...{ root, configFile: false, publicDir: false, logLevel: 'warn' },
      define: { 'self.__WB_MANIFEST': JSON.stringify(filesIn(join(root, app.outDir))) },
      build: {
        ...{ outDir: app.outDir, emptyOutDir: false, target: app.target || false, reportCompressedSize: false },
        rolldownOptions: {
          input: join(root, 'src/service-worker/service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    })
  },
})
