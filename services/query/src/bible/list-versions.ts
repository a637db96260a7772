import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { versions as versionsShape } from '@pathlight/contracts/bible.ts'
import type { App } from '@pathlight/http/server.ts'

/**
 * The default version of the specification. If this version is not available, the first available version is the
 * default.
 */
const DEFAULT_VERSION = 'ESV'

/** Answers all versions, those in the library first. Each version that is not available has a hint how to get it. */
export const listVersions = (app: App, url: string, { library, chapters }: Pick<Bible, 'library' | 'chapters'>) =>
  app.get(
    url,
    { schema: { summary: 'The versions there are', response: { 200: versionsShape } } },
    async (_request, reply) => {
      const versions = library.versions().map((version) => {
        const remote = !version.available && chapters.sourceOf(version.code) === 'remote'
        return remote ? { ...version, source: 'remote' as const, available: true, hint: null, command: null } : version
      })
      const available = versions.filter((version) => version.available)
      const preferred = available.find(({ code }) => code === DEFAULT_VERSION) ?? available[0]
      reply.header('cache-control', 'public, no-cache')
      return { versions, default: preferred?.code ?? DEFAULT_VERSION }
    },
  )
