import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { Book } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { neighboursIn } from '@pathlight/scripture/neighbours.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { openReferencedVerses } from '../cross-references/cross-references.ts'
import { withLetters } from '../cross-references/reference-letters.ts'
import type { Library } from '../library.ts'
import { absentVersion, KNOWN_VERSIONS } from '../version-details.ts'
import { type Provider, ProviderFailure, type RemoteChapter } from './provider.ts'
import { type CacheLicence, textCache } from './text-cache.ts'

/** The outcome of a request for a chapter. The messages are sentences for the reader. */
export type ChapterAnswer =
  /** `fingerprint`: a hash that changes with the text and with the cross-references; null for a remote text. */
  | { readonly status: 'found'; readonly chapter: Chapter; readonly fingerprint: string | null }
  | { readonly status: 'unknown_version' | 'no_such_chapter'; readonly message: string }
  /** `command`: the command that adds the version, if its text is free. */
  | { readonly status: 'not_here'; readonly message: string; readonly name: string; readonly command: string | null }
  | { readonly status: 'provider_failed'; readonly message: string; readonly failure: ProviderFailure }

export type ProviderWithLicence = { readonly provider: Provider; readonly licence: CacheLicence }

export type Chapters = {
  /**
   * Returns a chapter from the library, or else from a provider of the version. Does not throw for a missing text or a
   * failed provider.
   */
  chapterOf(version: string, book: Book, chapter: number): Promise<ChapterAnswer>
  /** The source of the version's text; null when the text is not available. */
  sourceOf(version: string): 'library' | 'remote' | null
}

/**
 * Opens the chapters of all available versions.
 * @param providers if several have a version, the first one is used
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
  /** Calls under way by version, book and chapter. Ten readers of one chapter share one call. */
  const pending = new Map<string, Promise<RemoteChapter>>()

  const remoteChapter = (remote: (typeof remotes)[number], version: string, book: Book, chapter: number) => {
    const key = `${version} ${book.index} ${chapter}`
    const cached = remote.cache.get(key)
    if (cached !== undefined) return Promise.resolve(cached)
    const running = pending.get(key)
    if (running !== undefined) return running
    const call = remote.provider
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
    pending.set(key, call)
    return call
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
      const installed = library.version(version)
      if (installed !== null) {
        const text = library.chapter(installed.code, book.index, chapter)
        if (text.length === 0) return noSuchChapter(installed.code, book, chapter)
        const { code, language, direction, copyright } = installed
        const list = referenced.fingerprint()
        // A browser may have cached this chapter from an older Pathlight, which made no notice from the licence, and
        // chose the neighbouring chapters without the version's numbering. The words `notice` and `neighbours` in the
        // fingerprint make the browser fetch such a chapter again.
        const neighbours = installed.versification === 'eng' ? null : 'neighbours'
        const fingerprint = [installed.fingerprint, list, copyright && 'notice', neighbours].filter(Boolean).join('-')
        const verses = list === null ? text : withLetters(text, installed, referenced.has)
        const passage = { version: code, book: book.name.en, chapter, language, direction, copyright, verses }
        return { status: 'found', chapter: { ...passage, ...neighboursIn({ book, chapter }, installed) }, fingerprint }
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
        const numbering = { books: [], versification: 'eng', language }
        const lettered = withLetters(verses, numbering, referenced.has)
        return {
          status: 'found',
          chapter: { ...passage, verses: lettered, ...neighboursIn({ book, chapter }, numbering) },
          fingerprint: null,
        }
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        return { status: 'provider_failed', message: error.message, failure: error }
      }
    },
  }
}
