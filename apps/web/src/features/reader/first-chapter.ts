import { ApiProblem } from '../../api/api-problem.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { bookLanguage } from '../../bible/passage-names.ts'
import { passagePath, readPassage } from '../../bible/passage-path.ts'
import { versionsQuery } from '../../bible/versions-query.ts'

/**
 * A chapter from the server: its text, or that there is none. Other spellings of an address lead to its one address.
 */
export const firstChapter: FirstPage = {
  path: '/bible/:version/:book/:chapter',
  module: 'src/app/chapter-route.tsx',
  words: ['reader'],
  // For the picture in previews of a link to a verse.
  search: ['verse'],
  prepare: async ({ params, queries }) => {
    const { version, book, chapter } = readPassage(params)
    if (book === null || chapter === 0) return { status: 'absent' }
    const place = { version, book, chapter }
    if (params.version !== version || params.book !== book || params.chapter !== String(chapter))
      return { status: 'moved', to: passagePath(place) }
    const { versions } = await queries.fetchQuery(versionsQuery)
    const known = versions.find(({ code }) => code === version)
    const language = bookLanguage(known?.language ?? 'en')
    // The page says what would bring it.
    if (known && !known.available) return { status: 'found', language }
    try {
      await queries.fetchQuery(chapterQuery(place))
      return { status: 'found', language }
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return { status: 'absent', language }
      throw error
    }
  },
}
