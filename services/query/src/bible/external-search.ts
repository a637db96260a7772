import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { chapterQuery, externalVerses } from '@pathlight/contracts/bible.ts'
import type { App } from '@pathlight/http/server.ts'
import { chapterOr404 } from './chapter-or-404.ts'

/**
 * Answers the verses of a chapter in the form of the specification's external Bible service (section 7). A section
 * title stands in angle brackets before the verse's text.
 */
export const externalSearch = (app: App, url: string, { chapters }: Pick<Bible, 'chapters'>) =>
  app.get(
    url,
    { schema: { summary: 'Verses of a chapter', querystring: chapterQuery, response: { 200: externalVerses } } },
    async (request) => {
      const { chapter } = await chapterOr404(chapters, request.query)
      return chapter.verses.map(({ version, book, chapter: number, verse, verse_id, text, headings = [] }) => {
        const title = headings.find(({ kind }) => kind === 'section')?.text
        return {
          version,
          book,
          chapter: number,
          verse,
          verse_id,
          text: title === undefined ? text : `<${title}> ${text}`,
        }
      })
    },
  )
