import type { Verse } from '@pathlight/contracts/bible.ts'
import { NO_VERSE, VERSE_FAILED } from '@pathlight/contracts/compare-rules.ts'
import type { Comparison } from '@pathlight/contracts/comparison.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { formatReference, type Reference } from '@pathlight/scripture/format-reference.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import type { Library } from '../library.ts'
import { passageRange } from '../passage-range.ts'
import type { PassageText } from '../providers/api-bible.ts'
import type { Chapters } from '../providers/chapters.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { type CacheLicence, textCache } from '../providers/text-cache.ts'
import type { Translation } from './translations.ts'

/** Why a translation that the operator did not set up has no verse. */
const NO_SERVICE = 'This translation is not on this server: import a file of it, or set API_BIBLE_KEY (api.bible).'

type Result = Comparison['results'][number]
/** A translation to compare. `bibleId`: by which the passage service knows it; null: only the library has it. */
type Compared = Pick<Result, 'version' | 'name' | 'localName' | 'language' | 'direction'> & {
  readonly bibleId: string | null
}
/** What was found of one. */
type Found = Pick<Result, 'text' | 'copyright'> & { readonly verses: Result['verses'] }

/** all: the translations of the list, each waited for; library: what is here at once, of every version that is; one code: that alone. */
export type Wanted = 'all' | 'library' | { readonly version: string }
export type CompareVersions = {
  /** Null: no version is known by the code that is wanted. */
  compare(reference: Reference, wanted: Wanted): Promise<Comparison | null>
  /** Those that `library` says are pending, each as it comes. */
  others(reference: Reference): AsyncIterable<Result>
}

/** How many verses may be compared at once; more is read chapter by chapter in the reader. */
export const COMPARED_VERSES_MAX = 20

/** How many verses a passage has. */
export const versesIn = ({ book, chapter, verse, endChapter, endVerse }: Reference): number => {
  const known = findBook(book)
  if (known === null) return 0
  let verses = (endVerse ?? verseCount(known, endChapter)) - (verse ?? 1) + 1
  for (let at = chapter; at < endChapter; at++) verses += verseCount(known, at)
  return verses
}

const foundIn = (verses: readonly Verse[], copyright: string | null): Found => ({
  text: verses.map(({ text }) => text).join(' '),
  verses: verses.map(({ chapter, verse, through, text }) => ({ chapter, verse, text, ...(through && { through }) })),
  copyright,
})

/** What is promised, each as soon as it is there. */
async function* asTheyCome<T>(promised: readonly Promise<T>[]): AsyncGenerator<T> {
  const waiting = new Map(promised.map((one, at) => [at, one.then((value) => ({ at, value }))]))
  while (waiting.size > 0) {
    const { at, value } = await Promise.race(waiting.values())
    waiting.delete(at)
    yield value
  }
}

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

  const listed = translations.map(({ code: version, name, bibleId }): Compared => {
    return { version, name, localName: name, language: 'en', direction: 'ltr', bibleId }
  })
  /** The list, and what else is in the library. */
  const known = (): readonly Compared[] => {
    const codes = new Set(listed.map(({ version }) => version.toUpperCase()))
    const others = library.installed().filter(({ code }) => !codes.has(code.toUpperCase()))
    return [
      ...listed,
      ...others.map(({ code: version, name, localName, language, direction }) => {
        return { version, name, localName, language, direction, bibleId: null }
      }),
    ]
  }

  const fromChapters = async (code: string, { book: name, ...reference }: Reference) => {
    const book = findBook(name)
    if (book === null) return null
    const { chapter, verse, endChapter, endVerse } = reference
    const [from, to] = [chapter * 1000 + (verse ?? 1), endChapter * 1000 + (endVerse ?? 999)]
    const found: Verse[] = []
    let copyright: string | null = null
    for (let at = chapter; at <= endChapter; at++) {
      const answer = await chapters.chapterOf(code, book, at)
      if (answer.status === 'provider_failed') throw answer.failure
      if (answer.status !== 'found') return null
      copyright = answer.chapter.copyright
      const within = ({ verse, through = verse }: Verse) => at * 1000 + through >= from && at * 1000 + verse <= to
      found.push(...answer.chapter.verses.filter(within))
    }
    return foundIn(found, copyright)
  }

  const fromLibrary = (code: string, reference: Reference) => {
    const version = library.version(code)
    const range = version === null ? null : passageRange(reference, version.versification)
    if (version === null || range === null) return null
    return foundIn(library.verses(code, range.from, range.through), version.copyright)
  }

  const fromService = async (bibleId: string | null, reference: Reference): Promise<Found | null> => {
    if (remote === null || cache === null || bibleId === null) return null
    const key = `${bibleId} ${formatReference(reference, 'en')}`
    const kept = cache.get(key)
    if (kept !== undefined) return { ...kept, verses: null }
    const found = await remote.passage(bibleId, reference)
    const verses = versesIn(reference)
    if (found !== null) cache.set(key, found, { book: `${bibleId} ${reference.book}`, verses, bookVerses: 0 })
    return found && { ...found, verses: null }
  }

  /** It is not here, but a service may have it. */
  const canBeAsked = ({ version, bibleId }: Compared): boolean => {
    const source = chapters.sourceOf(version)
    return source === 'remote' || (source === null && remote !== null && bibleId !== null)
  }

  const result = async (compared: Compared, reference: Reference, waits: boolean): Promise<Result> => {
    const { bibleId, ...translation } = compared
    const { version } = translation
    const source = chapters.sourceOf(version)
    const here = library.version(version)
    const language = here && { language: here.language, direction: here.direction }
    const without = (message: string | null, hint: string | null, pending = false): Result => ({
      ...translation,
      ...language,
      text: null,
      verses: null,
      message,
      hint,
      source: null,
      copyright: null,
      pending,
    })
    if (!waits && canBeAsked(compared)) return without(null, null, true)
    try {
      const found =
        source === 'library'
          ? fromLibrary(version, reference)
          : source === 'remote'
            ? await fromChapters(version, reference)
            : await fromService(bibleId, reference)
      if (found !== null && found.text !== '') {
        const rest = { message: null, hint: null, source: source ?? 'remote', pending: false } as const
        return { ...translation, ...language, ...found, ...rest }
      }
      return without(NO_VERSE, source === null && remote === null ? NO_SERVICE : null)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return without(error.reason === 'no_such_passage' ? NO_VERSE : VERSE_FAILED, error.message)
    }
  }

  const chosen = (wanted: Wanted): readonly Compared[] => {
    if (wanted === 'all') return listed
    if (wanted === 'library') return known()
    return known().filter(({ version }) => version.toUpperCase() === wanted.version.toUpperCase())
  }

  return {
    compare: async (reference, wanted) => {
      const compared = chosen(wanted)
      if (compared.length === 0) return null
      const waits = wanted !== 'library'
      const results = await Promise.all(compared.map((one) => result(one, reference, waits)))
      return {
        reference: formatReference(reference, 'en'),
        passage: reference,
        results,
        message: results.some(({ message }) => message === VERSE_FAILED) ? VERSE_FAILED : null,
      }
    },
    others: (reference) =>
      asTheyCome(
        known()
          .filter(canBeAsked)
          .map((one) => result(one, reference, true)),
      ),
  }
}
