import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { readCursor } from '@pathlight/bible-library/search/cursor.ts'
import { findQuery, found, LOST_PAGE } from '@pathlight/contracts/bible-search.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { bookOr404 } from '../passage.ts'
import { queryOr400 } from './query-or-400.ts'

/**
 * The requested versions, in the library's spelling. Throws 404 for a version that is not installed, with a hint how to
 * get the version.
 */
const searchable = (library: Bible['library'], codes: string): string[] =>
  codes
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
    .map((code) => {
      const installed = library.version(code)
      if (installed !== null) return installed.code
      const known = library.versions().find((version) => version.code === code.toUpperCase())
      if (known === undefined) throw new HttpProblem(404, 'unknown_version', `There is no version called “${code}”.`)
      throw new HttpProblem(
        404,
        'version_not_here',
        `${known.name} cannot be searched here. ${known.hint ?? ''}`.trim(),
      )
    })

const cursorOr400 = (after: string) => {
  const position = readCursor(after)
  if (position === null) throw new HttpProblem(400, 'bad_cursor', LOST_PAGE)
  return position
}

/** Answers the search page: a page of hits, with counts by version, testament and book. */
export const findInBible = (app: App, url: string, { library, find }: Pick<Bible, 'library' | 'find'>) =>
  app.get(
    url,
    { schema: { summary: 'Search in pages', querystring: findQuery, response: { 200: found } } },
    async (request) => {
      const { query, version, testament, book, order, prefer, after, limit } = request.query
      const versions = version === undefined ? [] : searchable(library, version)
      return find({
        query: queryOr400(query),
        versions: versions.length === 0 ? undefined : versions,
        testament,
        book: book === undefined || book.trim() === '' ? undefined : bookOr404(book).index,
        order,
        prefer: prefer?.split(',').map((code) => code.trim().toUpperCase()),
        after: after === undefined || after === '' ? undefined : cursorOr400(after),
        limit,
      })
    },
  )
