import type { TFunction } from 'i18next'
import { ApiProblem } from '../api/api-problem.ts'
import { sayProblem } from '../locales/server-message.ts'
import type { Language } from '../locales/words.ts'
import { chapterHeading, nameOfBook } from './passage-names.ts'

/**
 * Why a text is not a reference, as in the server's answer (ReferenceProblem of libs/scripture). Names of books are in
 * English.
 */
type Problem = {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly message: string
}

/** The problem in the language of the page. Null if the app has no words for it. */
export const sayReferenceProblem = (t: TFunction, language: Language, { code, params }: Problem): string | null => {
  const book = nameOfBook(String(params.book ?? ''), language)
  switch (code) {
    case 'no_such_chapter':
      if (params.suggestion !== undefined)
        return t('reference.longerBook', { book, suggestion: nameOfBook(String(params.suggestion), language) })
      // In Korean a psalm is counted with another word (편) than a chapter (장).
      return t(params.book === 'Psalms' ? 'reference.noSuchPsalm' : 'reference.noSuchChapter', {
        book,
        count: Number(params.chapters),
      })
    case 'no_such_verse':
      return t('reference.noSuchVerse', {
        heading: chapterHeading(String(params.book ?? ''), Number(params.chapter), language),
        count: Number(params.verses),
      })
    case 'no_chapter':
      return t('reference.noChapter', { book })
    case 'ends_before_it_begins':
      return t('reference.backwards', { text: params.text ?? '' })
    case 'two_readings':
      return t('reference.twoReadings', { text: params.text ?? '', one: params.one ?? '', other: params.other ?? '' })
    case 'not_a_reference':
      return t('reference.none', { text: params.text ?? '' })
    case 'unknown_book': {
      const name = params.name ?? ''
      if (params.suggestion === undefined) return t('reference.unknownBook', { name })
      return t('reference.otherBook', { name, suggestion: nameOfBook(String(params.suggestion), language) })
    }
    default:
      return null
  }
}

/** The message for a failed call about a reference, or null if the app has no message for the error. */
export const sayReferenceRefusal = (t: TFunction, language: Language, error: unknown): string | null =>
  (error instanceof ApiProblem ? sayReferenceProblem(t, language, error) : null) ?? sayProblem(t, error)
