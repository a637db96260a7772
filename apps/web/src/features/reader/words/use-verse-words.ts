import type { Chapter, Verse } from '@pathlight/contracts/bible.ts'
import type { ChapterWords } from '@pathlight/contracts/words.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { useQuery } from '@tanstack/react-query'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { sameVerseIn, versesOf } from '../on-verse/same-verse.ts'
import { isOriginal, type ShownWord, translationsOf, wordsOfVerse } from './shown-words.ts'
import { wordsQuery } from './words-query.ts'

/** The words of a verse. `ours` has for each of them its translation from a text or from the lexicon, or null. */
type VerseWords = {
  readonly words: readonly ShownWord[]
  readonly ours: readonly (string | null)[]
  /** The language of `ours` (BCP 47). */
  readonly oursLanguage: string
}

type Answer = {
  /** The words beneath the chapter. Undefined while they load. Null if no installed text has any. */
  readonly words: ChapterWords | null | undefined
  readonly chapter: Chapter | undefined
  /** The language of the text from which the words come (BCP 47). */
  readonly from: string
  readonly ofVerse: (verse: Verse) => VerseWords
  readonly error: Error | null
  readonly retry: () => void
}

const NONE: VerseWords = { words: [], ours: [], oursLanguage: 'en' }

/**
 * The words beneath a column's verses. Under an original text, `ours` comes from the first built-in English text, if
 * that text has words of its own.
 */
export const useVerseWords = (column: ChapterReference): Answer => {
  const language = useLanguage()
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const { data: chapter } = useQuery({ ...chapterQuery(column), enabled: false })
  const { data: words, error, refetch } = useQuery(wordsQuery(column))
  const isOld = findBook(column.book)?.testament === 'old'
  const version = list?.versions.find(({ code }) => code === column.version)
  const textLanguage = chapter?.language ?? version?.language ?? 'en'
  const from = words?.borrowed?.language ?? textLanguage

  const translation = isOriginal(textLanguage)
    ? list?.versions.find(({ source, language }) => source === 'built-in' && language === 'en')
    : undefined
  const place = { ...column, version: translation?.code ?? column.version }
  const { data: translated } = useQuery({ ...wordsQuery(place), enabled: translation !== undefined })
  const { data: translatedText } = useQuery({ ...chapterQuery(place), enabled: translation !== undefined })

  const oursOf = (verse: Verse, shown: readonly ShownWord[]): VerseWords => {
    if (words?.borrowed) {
      const korean = shown.map(({ gloss }) => gloss.ko)
      const hasKorean = language === 'ko' && korean.some((one) => one !== null)
      const english = shown.map(({ gloss, under }) => (isOriginal(from) ? gloss.en : under))
      return {
        words: shown,
        ours: hasKorean ? korean.map((one, at) => one ?? english[at] ?? null) : english,
        oursLanguage: hasKorean ? 'ko' : 'en',
      }
    }
    if (!isOriginal(textLanguage))
      return { words: shown, ours: shown.map(({ under }) => under), oursLanguage: textLanguage }
    const same = version && translation && sameVerseIn(verse, version.versification, translation.versification)
    const there = same?.chapter === column.chapter ? versesOf(translatedText?.verses ?? [], same.ids) : []
    const beneath = there.flatMap((one) =>
      translated && !translated.borrowed ? wordsOfVerse(translated, one, { language: 'en', isOld }) : [],
    )
    return { words: shown, ours: translationsOf(shown, beneath), oursLanguage: 'en' }
  }
  return {
    words,
    chapter,
    from,
    ofVerse: (verse) => (words ? oursOf(verse, wordsOfVerse(words, verse, { language: textLanguage, isOld })) : NONE),
    error,
    retry: () => void refetch(),
  }
}
