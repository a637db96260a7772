import type { Comparison } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { formatReference, type Reference } from '@pathlight/scripture/format-reference.ts'
import type { Library } from '../library.ts'
import { passageRange } from '../passage-range.ts'
import type { PassageText } from '../providers/api-bible.ts'
import type { Chapters } from '../providers/chapters.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { type CacheLicence, textCache } from '../providers/text-cache.ts'
import type { Translation } from './translations.ts'

// The specification's words (section 8, compare tool).
const NO_VERSE = 'No verse available'
const FAILED = 'Failed to fetch the verse. Please try again.'

/** Why a translation that nobody set up has no verse. */
const NO_SERVICE = 'This translation is not on this server: import a file of it, or set API_BIBLE_KEY (api.bible).'

type Result = Comparison['results'][number]

export type CompareVersions = (reference: Reference) => Promise<Comparison>

/** How many verses may be compared at once; more is asked for chapter by chapter in the reader. */
export const COMPARED_VERSES_MAX = 30

/**
 * One passage in all the translations: from the library where it is there, else by what the reader has, else from the
 * passage service; each in its own time, none of them stopping another.
 * @param remote null when no passage service is set up
 */
export const compareVersions = (
  { library, chapters }: { library: Library; chapters: Chapters },
  translations: readonly Translation[],
  remote: { readonly passage: PassageText; readonly licence: CacheLicence } | null,
): CompareVersions => {
  const cache = remote === null ? null : textCache<NonNullable<Awaited<ReturnType<PassageText>>>>(remote.licence)

  const fromChapters = async (code: string, reference: Reference) => {
    const book = findBook(reference.book)
    if (book === null || reference.chapter !== reference.endChapter) return null
    const answer = await chapters.chapterOf(code, book, reference.chapter)
    if (answer.status === 'provider_failed') throw answer.failure
    if (answer.status !== 'found') return null
    const [from, to] = [reference.verse ?? 1, reference.endVerse ?? 999]
    const verses = answer.chapter.verses.filter(({ verse, through = verse }) => through >= from && verse <= to)
    return { text: verses.map(({ text }) => text).join(' '), copyright: answer.chapter.copyright }
  }

  const fromLibrary = (code: string, reference: Reference) => {
    const version = library.version(code)
    const range = version === null ? null : passageRange(reference, version.versification)
    if (version === null || range === null) return null
    const verses = library.verses(code, range.from, range.through)
    return { text: verses.map(({ text }) => text).join(' '), copyright: version.copyright }
  }

  const fromService = async ({ bibleId }: Translation, reference: Reference, inWords: string) => {
    if (remote === null || cache === null) return null
    const key = `${bibleId} ${inWords}`
    const kept = cache.get(key)
    if (kept !== undefined) return kept
    const found = await remote.passage(bibleId, reference)
    const verses = (reference.endVerse ?? COMPARED_VERSES_MAX) - (reference.verse ?? 1) + 1
    if (found !== null) cache.set(key, found, { book: `${bibleId} ${reference.book}`, verses, bookVerses: 0 })
    return found
  }

  const result = async (translation: Translation, reference: Reference, inWords: string): Promise<Result> => {
    const { code: version, name } = translation
    const source = chapters.sourceOf(version)
    const without = (message: string, hint: string | null): Result => ({
      version,
      name,
      text: null,
      message,
      hint,
      source: null,
      copyright: null,
    })
    try {
      const found =
        source === 'library'
          ? fromLibrary(version, reference)
          : source === 'remote'
            ? await fromChapters(version, reference)
            : await fromService(translation, reference, inWords)
      if (found !== null && found.text !== '')
        return { version, name, ...found, message: null, hint: null, source: source ?? 'remote' }
      return without(NO_VERSE, source === null && remote === null ? NO_SERVICE : null)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return without(error.reason === 'no_such_passage' ? NO_VERSE : FAILED, error.message)
    }
  }

  return async (reference) => {
    const inWords = formatReference(reference, 'en')
    const results = await Promise.all(translations.map((translation) => result(translation, reference, inWords)))
    return {
      reference: inWords,
      results,
      message: results.some(({ message }) => message === FAILED) ? FAILED : null,
    }
  }
}
