import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { Book } from '@pathlight/scripture/books.ts'
import { chapterCount, neighboursIn } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { openReferencedVerses } from '../cross-references/cross-references.ts'
import { withLetters } from '../cross-references/reference-letters.ts'
import type { Library } from '../library.ts'
import { absentVersion, KNOWN_VERSIONS } from '../version-details.ts'
import { type Provider, ProviderFailure, type RemoteChapter } from './provider.ts'
import { type CacheLicence, textCache } from './text-cache.ts'

/** What came of asking for a chapter. The messages are sentences for the reader. */
export type ChapterAnswer =
  /** `fingerprint` changes whenever the text or the list of cross-references does; null for a remote text. */
  | { readonly status: 'found'; readonly chapter: Chapter; readonly fingerprint: string | null }
  | { readonly status: 'unknown_version' | 'no_such_chapter'; readonly message: string }
  /** `command`: the one that brings it, where it is free. */
  | { readonly status: 'not_here'; readonly message: string; readonly name: string; readonly command: string | null }
  | { readonly status: 'provider_failed'; readonly message: string; readonly failure: ProviderFailure }

export type ProviderWithLicence = { readonly provider: Provider; readonly licence: CacheLicence }

export type Chapters = {
  /** A chapter, from the library if the version is there, else from a provider that has it. Never throws for what is missing. */
  chapterOf(version: string, book: Book, chapter: number): Promise<ChapterAnswer>
  /** Whether a version can be read: from the library or a provider. */
  sourceOf(version: string): 'library' | 'remote' | null
}

/**
 * Chapters of every version that can be had.
 * @param providers asked in this order
 * @param now the clock, in milliseconds
 */
export const openChapters = (
  library: Library,
  providers: readonly ProviderWithLicence[],
  now: () => number = Date.now,
): Chapters => {
  const remotes = providers.map(({ provider, licence }) => ({
    provider,
    cache: textCache<RemoteChapter>(licence, now),
  }))
  /** Calls under way: ten readers of one chapter ask once. */
  const pending = new Map<string, Promise<RemoteChapter>>()

  const remoteChapter = (remote: (typeof remotes)[number], version: string, book: Book, chapter: number) => {
    const key = `${version} ${book.index} ${chapter}`
    const kept = remote.cache.get(key)
    if (kept !== undefined) return Promise.resolve(kept)
    const underWay = pending.get(key)
    if (underWay !== undefined) return underWay
    const asked = remote.provider
      .chapter(version, book, chapter)
      .then((answer) => {
        const bookVerses = Array.from({ length: chapterCount(book) }, (_, i) => verseCount(book, i + 1))
        const part = {
          book: `${version} ${book.index}`,
          verses: answer.verses.length,
          bookVerses: bookVerses.reduce((sum, count) => sum + count, 0),
        }
        if (answer.verses.length > 0) remote.cache.set(key, answer, part)
        return answer
      })
      .finally(() => pending.delete(key))
    pending.set(key, asked)
    return asked
  }

  const referenced = openReferencedVerses(library)

  const providerOf = (code: string) => remotes.find(({ provider }) => provider.versions.includes(code))
  const noSuchChapter = (version: string, book: Book, chapter: number): ChapterAnswer => {
    const count = chapterCount(book)
    const beyond = `${book.name.en} has ${count === 1 ? 'one chapter' : `${count} chapters`}.`
    const message = chapter > count ? beyond : `${version} has no ${book.name.en} ${chapter}.`
    return { status: 'no_such_chapter', message }
  }

  return {
    sourceOf: (version) => {
      if (library.version(version) !== null) return 'library'
      return providerOf(version.toUpperCase()) === undefined ? null : 'remote'
    },
    async chapterOf(version, book, chapter) {
      const here = library.version(version)
      if (here !== null) {
        const text = library.chapter(here.code, book.index, chapter)
        if (text.length === 0) return noSuchChapter(here.code, book, chapter)
        const { code, language, direction, copyright, books } = here
        const list = referenced.fingerprint()
        const fingerprint = list === null ? here.fingerprint : `${here.fingerprint}-${list}`
        const verses = list === null ? text : withLetters(text, here, referenced.has)
        const passage = { version: code, book: book.name.en, chapter, language, direction, copyright, verses }
        return { status: 'found', chapter: { ...passage, ...neighboursIn({ book, chapter }, books) }, fingerprint }
      }
      const code = version.toUpperCase()
      const known = KNOWN_VERSIONS.find((one) => one.code === code)
      const remote = providerOf(code)
      if (remote === undefined) {
        const absent = absentVersion(code)
        if (absent === null) return { status: 'unknown_version', message: `There is no version called “${version}”.` }
        const { name, hint, command } = absent
        return { status: 'not_here', message: `${name} (${code}) is not here. ${hint}`, name, command }
      }
      try {
        const { verses, copyright } = await remoteChapter(remote, code, book, chapter)
        if (verses.length === 0) return noSuchChapter(code, book, chapter)
        const { language = 'en', direction = 'ltr' } = known ?? {}
        const passage = { version: code, book: book.name.en, chapter, language, direction, copyright }
        const lettered = withLetters(verses, { versification: 'eng', language }, referenced.has)
        return {
          status: 'found',
          chapter: { ...passage, verses: lettered, ...neighboursIn({ book, chapter }, []) },
          fingerprint: null,
        }
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        return { status: 'provider_failed', message: error.message, failure: error }
      }
    },
  }
}
