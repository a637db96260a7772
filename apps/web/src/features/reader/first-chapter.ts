import { ApiProblem } from '../../api/api-problem.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { bookLanguage } from '../../bible/passage-names.ts'
import { passagePath, readPassage } from '../../bible/passage-path.ts'
import { versionsQuery } from '../../bible/versions-query.ts'

/**
 * How the server renders a chapter: its text, or that there is none. If the address spells the passage in another way,
 * the server redirects to the canonical address.
 */
export const firstChapter: FirstPage = {
  path: '/bible/:version/:book/:chapter',
  module: 'src/app/chapter-route.tsx',
  words: ['reader'],
  // The verses for the picture in link previews.
  search: ['verse'],
  prepare: async ({ params, queries }) => {
    const { version, book, chapter } = readPassage(params)
    if (book === null || chapter === 0) return { status: 'absent' }
    const reference = { version, book, chapter }
    if (params.version !== version || params.book !== book || params.chapter !== String(chapter))
      return { status: 'moved', to: passagePath(reference) }
    const { versions } = await queries.fetchQuery(versionsQuery)
    const entry = versions.find(({ code }) => code === version)
    const language = bookLanguage(entry?.language ?? 'en')
    // The page says that the operator can add the version.
    if (entry && !entry.available) return { status: 'found', language }
    try {
      await queries.fetchQuery(chapterQuery(reference))
      return { status: 'found', language }
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return { status: 'absent', language }
      throw error
    }
  },
}
