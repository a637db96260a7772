import type { Verse } from '@pathlight/contracts/bible.ts'
import { NO_VERSE, VERSE_FAILED } from '@pathlight/contracts/compare-rules.ts'
import type { Comparison } from '@pathlight/contracts/comparison.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { formatReference, type Reference } from '@pathlight/scripture/format-reference.ts'
import type { Library } from '../library.ts'
import { passageRange, versesIn } from '../passage-range.ts'
import type { PassageText } from '../providers/api-bible.ts'
import type { Chapters } from '../providers/chapters.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { type CacheLicence, textCache } from '../providers/text-cache.ts'
import type { Translation } from './translations.ts'

/** The hint for a translation that neither the library nor a service of this server has. */
const NO_SERVICE = 'This translation is not on this server: import a file of it, or set API_BIBLE_KEY (api.bible).'

type Result = Comparison['results'][number]
/**
 * A translation to compare. `bibleId`: its id at the passage service; null if the service does not have the
 * translation.
 */
type Candidate = Pick<Result, 'version' | 'name' | 'localName' | 'language' | 'direction'> & {
  readonly bibleId: string | null
}
type Text = Pick<Result, 'text' | 'copyright'> & { readonly verses: Result['verses'] }

/**
 * The translations to compare. `all`: those of the list (translations.ts); the answer waits for the remote texts.
 * `library`: those of the list and the library's other versions; the answer comes at once, with remote translations as
 * pending. `version`: a single one.
 */
export type Selection = 'all' | 'library' | { readonly version: string }
export type CompareVersions = {
  /** Compares a passage. Null when no version has the selected code. */
  compare(reference: Reference, selection: Selection): Promise<Comparison | null>
  /** Yields the translations that 'library' answers as pending, as each arrives. */
  others(reference: Reference): AsyncIterable<Result>
}

const textOf = (verses: readonly Verse[], copyright: string | null): Text => ({
  text: verses.map(({ text }) => text).join(' '),
  verses: verses.map(({ chapter, verse, through, text }) => ({ chapter, verse, text, ...(through && { through }) })),
  copyright,
})

async function* asTheyResolve<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const pending = new Map(promises.map((one, at) => [at, one.then((value) => ({ at, value }))]))
  while (pending.size > 0) {
    const { at, value } = await Promise.race(pending.values())
    pending.delete(at)
    yield value
  }
}

/**
 * Compares a passage in several translations. Each text comes from the library, else from the provider of its version,
 * else from the passage service. The translations are fetched independently, so one failure does not affect the others.
 * @param remote the passage service; null when none is configured
 */
export const compareVersions = (
  { library, chapters }: { library: Library; chapters: Chapters },
  translations: readonly Translation[],
  remote: { readonly passage: PassageText; readonly licence: CacheLicence } | null,
): CompareVersions => {
  const cache = remote === null ? null : textCache<NonNullable<Awaited<ReturnType<PassageText>>>>(remote.licence)

  const list = translations.map(({ code: version, name, bibleId }): Candidate => {
    return { version, name, localName: name, language: 'en', direction: 'ltr', bibleId }
  })
  /** The translations of the list, then the library's other versions. */
  const allCandidates = (): readonly Candidate[] => {
    const codes = new Set(list.map(({ version }) => version.toUpperCase()))
    const others = library.installed().filter(({ code }) => !codes.has(code.toUpperCase()))
    return [
      ...list,
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
    const verses: Verse[] = []
    let copyright: string | null = null
    for (let at = chapter; at <= endChapter; at++) {
      const answer = await chapters.chapterOf(code, book, at)
      if (answer.status === 'provider_failed') throw answer.failure
      if (answer.status !== 'found') return null
      copyright = answer.chapter.copyright
      const within = ({ verse, through = verse }: Verse) => at * 1000 + through >= from && at * 1000 + verse <= to
      verses.push(...answer.chapter.verses.filter(within))
    }
    return textOf(verses, copyright)
  }

  const fromLibrary = (code: string, reference: Reference) => {
    const version = library.version(code)
    const range = version === null ? null : passageRange(reference, version.versification)
    if (version === null || range === null) return null
    return textOf(library.verses(code, range.from, range.through), version.copyright)
  }

  const fromService = async (bibleId: string | null, reference: Reference): Promise<Text | null> => {
    if (remote === null || cache === null || bibleId === null) return null
    const key = `${bibleId} ${formatReference(reference, 'en')}`
    const cached = cache.get(key)
    if (cached !== undefined) return { ...cached, verses: null }
    const passage = await remote.passage(bibleId, reference)
    const verses = versesIn(reference)
    if (passage !== null) cache.set(key, passage, { book: `${bibleId} ${reference.book}`, verses, bookVerses: 0 })
    return passage && { ...passage, verses: null }
  }

  /** Whether the text is not in the library but a service may have it. */
  const isRemote = ({ version, bibleId }: Candidate): boolean => {
    const source = chapters.sourceOf(version)
    return source === 'remote' || (source === null && remote !== null && bibleId !== null)
  }

  const result = async (candidate: Candidate, reference: Reference, waits: boolean): Promise<Result> => {
    const { bibleId, ...translation } = candidate
    const { version } = translation
    const source = chapters.sourceOf(version)
    const installed = library.version(version)
    // An installed version has its own names: GNT may be a Greek New Testament, while the list's GNT is the Good News
    // Translation.
    const own = installed && {
      ...{ name: installed.name, localName: installed.localName },
      ...{ language: installed.language, direction: installed.direction },
    }
    const without = (message: string | null, hint: string | null, pending = false): Result => ({
      ...translation,
      ...own,
      text: null,
      verses: null,
      message,
      hint,
      source: null,
      copyright: null,
      pending,
    })
    if (!waits && isRemote(candidate)) return without(null, null, true)
    try {
      const text =
        source === 'library'
          ? fromLibrary(version, reference)
          : source === 'remote'
            ? await fromChapters(version, reference)
            : await fromService(bibleId, reference)
      if (text !== null && text.text !== '') {
        const state = { message: null, hint: null, source: source ?? 'remote', pending: false } as const
        return { ...translation, ...own, ...text, ...state }
      }
      return without(NO_VERSE, source === null && remote === null ? NO_SERVICE : null)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return without(error.reason === 'no_such_passage' ? NO_VERSE : VERSE_FAILED, error.message)
    }
  }

  const candidatesFor = (selection: Selection): readonly Candidate[] => {
    if (selection === 'all') return list
    if (selection === 'library') return allCandidates()
    return allCandidates().filter(({ version }) => version.toUpperCase() === selection.version.toUpperCase())
  }

  return {
    compare: async (reference, selection) => {
      const candidates = candidatesFor(selection)
      if (candidates.length === 0) return null
      const waits = selection !== 'library'
      const results = await Promise.all(candidates.map((one) => result(one, reference, waits)))
      return {
        reference: formatReference(reference, 'en'),
        passage: reference,
        results,
        message: results.some(({ message }) => message === VERSE_FAILED) ? VERSE_FAILED : null,
      }
    },
    others: (reference) =>
      asTheyResolve(
        allCandidates()
          .filter(isRemote)
          .map((one) => result(one, reference, true)),
      ),
  }
}
