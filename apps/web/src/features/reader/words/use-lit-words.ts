import { findBook } from '@pathlight/scripture/books.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect } from 'react'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import { versesBetween } from '../../../bible/passage-path.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import type { Column, ReaderState } from '../columns/reader-state.ts'
import { PAINTS_RANGES } from '../on-verse/paint-words.ts'
import { sameVerseIn, versesOf } from '../on-verse/same-verse.ts'
import { rangesOf } from '../text/text-offsets.ts'
import type { Looked } from './looked.ts'
import { isSameWord, ownWords, type ShownWord } from './shown-words.ts'
import { wordsQuery } from './words-query.ts'

/** The name of the CSS highlight in words.css. */
const LIT = 'word-lit'

const isSameColumn = (one: Column, { column }: Looked): boolean => one.id === column.id

/** Highlights the chosen word in its verse, and the same word in that verse of the other columns. */
export const useLitWords = (
  root: RefObject<HTMLElement | null>,
  { columns }: ReaderState,
  looked: Looked,
  word: ShownWord | undefined,
): void => {
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const texts = useQueries({ queries: columns.map((column) => ({ ...chapterQuery(column), enabled: false })) })
  const answers = useQueries({
    queries: columns.map((column) => ({
      ...wordsQuery(column),
      enabled: column.book === looked.column.book,
    })),
  })
  const versificationOf = ({ version }: Column) =>
    list?.versions.find(({ code }) => code === version)?.versification ?? 'eng'
  const isOld = findBook(looked.column.book)?.testament === 'old'
  const chosenText = texts[columns.findIndex((column) => isSameColumn(column, looked))]?.data
  const [chosen] = versesBetween(chosenText?.verses ?? [], looked.verse)

  const placesIn = (column: Column, at: number) => {
    if (!word || !chosen) return []
    if (isSameColumn(column, looked)) return word.place ? [{ verse: chosen.verse, ...word.place }] : []
    const [text, answer] = [texts[at]?.data, answers[at]?.data]
    const same = sameVerseIn(chosen, versificationOf(looked.column), versificationOf(column))
    if (!text || !answer || answer.borrowed || same?.book !== column.book || same.chapter !== column.chapter) return []
    return versesOf(text.verses, same.ids).flatMap(({ verse, text: letters }) =>
      ownWords(letters, answer.verses[verse] ?? [], { language: text.language, isOld }).flatMap((one) =>
        one.place && isSameWord(one, word) ? [{ verse, ...one.place }] : [],
      ),
    )
  }
  // The effect runs after each rendering, because the text nodes may have changed.
  useLayoutEffect(() => {
    const ranges = columns.flatMap((column, at) => {
      const element = root.current?.querySelector(`[data-column='${column.id}']`)
      return element ? placesIn(column, at).flatMap((place) => rangesOf(element, place)) : []
    })
    if (PAINTS_RANGES) CSS.highlights.set(LIT, new Highlight(...ranges))
  })
  useLayoutEffect(() => () => void (PAINTS_RANGES && CSS.highlights.delete(LIT)), [])
}
