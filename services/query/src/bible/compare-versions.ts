import { COMPARED_VERSES_MAX } from '@pathlight/bible-library/compare/compare-versions.ts'
import { compareQuery, comparison } from '@pathlight/contracts/bible.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { verseCount } from '@pathlight/scripture/chapters.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { referencesOr400 } from './asked-passage.ts'
import type { Bible } from './open-bible.ts'

// The specification's words for nothing to compare (section 8).
const NOTHING = 'No verses found. Please enter a verse to compare translations.'

/** The one passage that is compared: the first that is named, within one chapter and not too long. */
const comparable = (text: string): Reference => {
  if (text.trim() === '') throw new HttpProblem(400, 'empty', NOTHING)
  const [reference] = referencesOr400(text).references
  const book = reference === undefined ? null : findBook(reference.book)
  if (reference === undefined || book === null) throw new HttpProblem(400, 'empty', NOTHING)
  const { chapter, verse, endChapter, endVerse } = reference
  const verses = (endVerse ?? verseCount(book, chapter)) - (verse ?? 1) + 1
  if (chapter !== endChapter || verses > COMPARED_VERSES_MAX) {
    const words = `A comparison holds at most ${COMPARED_VERSES_MAX} verses of one chapter.`
    throw new HttpProblem(400, 'too_long', words)
  }
  return reference
}

/** A verse in all the translations that are compared. */
export const compareTranslations = (app: App, url: string, { compare }: Pick<Bible, 'compare'>) =>
  app.get(
    url,
    {
      config: { cost: 5 },
      schema: { summary: 'Compare translations', querystring: compareQuery, response: { 200: comparison } },
    },
    async (request) => compare(comparable(request.query.reference)),
  )
