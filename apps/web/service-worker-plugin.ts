import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { BEFORE_SCRIPTS, contentOf } from './before-scripts-plugin.ts'

/**
 * In bytes. A larger file is fetched when a person needs it, and kept then: documents for Word, not the editor of
 * sermons.
 */
const SELDOM_USED = 400_000

/** What comes with the service worker: every page of the app works without a network, whichever was open before. */
const SHELL = ['index.html', 'before-scripts.js', 'icon.svg', 'assets/*.{js,css}']

/** Brings in what another app keeps: without a network there is nowhere to send it. */
const NEEDS_THE_SERVER = /assets\/database-worker-/

/** The files as workbox-precaching takes them. A file in assets/ changes its name with its content, BEFORE_SCRIPTS its address. */
const filesIn = (folder: string): readonly { url: string; revision: string | null }[] =>
  globSync(SHELL, { cwd: folder })
    .filter((path) => !NEEDS_THE_SERVER.test(path.replaceAll('\\', '/')))
    .map((path) => ({ url: path.replaceAll('\\', '/'), content: readFileSync(join(folder, path)) }))
    .filter(({ content }) => content.length < SELDOM_USED)
    .map(({ url, content }) => {
      if (url.startsWith('assets/')) return { url, revision: null }
      const revision = contentOf(content)
      return url === BEFORE_SCRIPTS ? { url: `${url}?${revision}`, revision: null } : { url, revision }
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1))

/**
 * Builds the service worker when the app is built, with the list of the app's files in it (`self.__WB_MANIFEST`).
 * docs/decisions/0020 says why workbox-build does not.
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
