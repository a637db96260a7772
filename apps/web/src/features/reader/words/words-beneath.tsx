import './original-letters.css'
import { findBook } from '@pathlight/scripture/books.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type RefObject, useEffect, useState } from 'react'
import { useObserved } from '../../../device/use-observed.ts'
import { Fetched } from '../../../ui/fetched.tsx'
import { lazyAhead } from '../../../ui/lazy-ahead.tsx'
import { usePageKeys } from '../../../ui/use-page-keys.ts'
import { caretAt } from '../choosing/selected-words.ts'
import { activeColumn, type Column, columnOf, type ReaderState, versesOf } from '../columns/reader-state.ts'
import type { Act } from '../columns/use-reader-state.ts'
import { wordsInRange } from '../text/text-offsets.ts'
import { askedWords } from './asked-words.ts'
import type { Looked, WordView } from './looked.ts'
import { usePointedTexts } from './use-pointed-texts.ts'
import { usePoints } from './use-points.ts'
import { lexiconQuery, wordsQuery } from './words-query.ts'

const [WordSheet, fetchSheetAhead] = lazyAhead(() => import('./word-sheet.tsx'))
const Interlinear = lazy(() => import('./interlinear.tsx'))

type Props = {
  readonly root: RefObject<HTMLElement | null>
  readonly reader: ReaderState
  readonly act: Act
}

const isSameChapter = (one: Column, other: Column): boolean =>
  one.id === other.id && one.version === other.version && one.book === other.book && one.chapter === other.chapter

/** The offset in a verse's text at a point of the window. Null if no word is there. */
const offsetAt = (column: Element, verse: number, x: number, y: number): number | null => {
  const [node, at] = caretAt(x, y) ?? []
  if (!(node instanceof Text) || at === undefined) return null
  const range = document.createRange()
  // In the right half of a letter the caret position is after the letter, so the letter before the caret is tried too.
  for (const start of [at, at - 1]) {
    if (start < 0 || start >= node.length) continue
    range.setStart(node, start)
    range.setEnd(node, start + 1)
    const [letter] = wordsInRange(column, range, verse)
    if (letter) return letter.start
  }
  return null
}

/** The verse whose number has the focus, otherwise the verse at whose number the Tab key stops. */
const verseAtFocus = (column: Element | null): number | null => {
  const focused = document.activeElement?.closest<HTMLElement>('.verse-number') ?? null
  const number =
    focused && column?.contains(focused) ? focused : column?.querySelector<HTMLElement>(".verse-number[tabindex='0']")
  return number ? Number(number.dataset.verse) : null
}

/**
 * Opens the sheet with the Hebrew and Greek words beneath the texts. A press on a word of the only chosen verse opens
 * the sheet. The key W and the panel's button (asked-words.ts) open it too. While the sheet is open, a press on any
 * word shows that word.
 */
const WordsBeneath = ({ root, reader, act }: Props) => {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Looked | null>(null)
  const [view, setView] = useState<WordView>('none')
  /** The id of the column whose words are shown below every verse. */
  const [viewed, setViewed] = useState<string | null>(null)
  const { choice } = reader
  const looked = opened && reader.columns.some((column) => isSameChapter(column, opened.column)) ? opened : null
  const columnElement = (id: string) => root.current?.querySelector(`[data-column='${id}']`) ?? null

  // The words and their font are fetched when a verse is chosen, so that they are there when the person presses a word.
  const chosenIn = choice?.by === 'verses' && choice.held ? columnOf(reader, choice.column) : null
  useEffect(() => {
    if (chosenIn === null) return
    fetchSheetAhead()
    void queryClient.prefetchQuery(wordsQuery(chosenIn))
    const letters = findBook(chosenIn.book)?.testament === 'old' ? 'א' : 'αἀ'
    document.fonts?.load("1em 'Pathlight Original'", letters).catch(() => undefined)
  }, [chosenIn, queryClient])

  const fetchMeaning = (column: Column, verse: number, offset: number) => {
    const words = queryClient.getQueryData(wordsQuery(column).queryKey)?.verses[verse]
    const [strongs] = words?.find(({ start, end }) => start <= offset && offset < end)?.strongs ?? []
    if (strongs !== undefined) void queryClient.prefetchQuery(lexiconQuery(strongs, column.version))
  }
  const look = (id: string, verse: number, offset: number | null, index: number | null = null) => {
    const column = columnOf(reader, id)
    // The word's meaning is fetched while the sheet is rendered.
    if (offset !== null) fetchMeaning(column, verse, offset)
    setOpened({ column, verse, offset, index })
    setViewed(id)
    if (choice?.by === 'words') getSelection()?.removeAllRanges()
    // Closes the popup of the choice; the verse stays marked. This waits for the next frame, because the change of the
    // address renders the whole reader, and the sheet is to be visible first.
    requestAnimationFrame(() =>
      setTimeout(() =>
        act({ type: 'choose', choice: { by: 'verses', column: id, verses: [verse], anchor: verse, held: false } }),
      ),
    )
  }
  const close = () => setOpened(null)

  useEffect(() => {
    const press = (event: MouseEvent) => {
      const { target, clientX, clientY } = event
      if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
      const piece = target.closest<HTMLElement>('.verse')
      const column = target.closest<HTMLElement>('[data-column]')
      // Choosing a verse by its number closes the sheet, because the popup needs the space.
      if (target.closest('.verse-number')) return setOpened(null)
      if (!piece || !column?.dataset.column || target.closest('a, button')) return
      const verse = Number(piece.dataset.verse)
      const isTheChosen =
        choice?.by === 'verses' && choice.column === column.dataset.column && choice.held && choice.verses.length === 1
      if (!looked && !(isTheChosen && piece.dataset.chosen === 'held')) return
      if (getSelection()?.isCollapsed === false) return
      const offset = offsetAt(column, verse, clientX, clientY)
      if (offset === null) return
      // The reader would handle this press too, and clear the choice.
      event.stopPropagation()
      look(column.dataset.column, verse, offset)
    }
    const element = root.current
    element?.addEventListener('click', press, true)
    return () => element?.removeEventListener('click', press, true)
  })

  const lookByKey = () => {
    if (looked) return close()
    const column = choice ? columnOf(reader, choice.column) : activeColumn(reader)
    const words = choice?.by === 'words' ? choice.words[0] : undefined
    const verse = words?.verse ?? versesOf(choice)[0] ?? verseAtFocus(columnElement(column.id))
    if (verse !== null) look(column.id, verse, words?.start ?? null)
  }
  usePageKeys({ w: lookByKey })

  const [points] = usePoints()
  usePointedTexts(root, points)

  const asked = useObserved(askedWords)
  useEffect(() => {
    if (asked === null) return
    askedWords.set(null)
    // The column of the choice may show another chapter by now.
    const { id, book, chapter } = asked.column
    const showing = reader.columns.filter((column) => column.book === book && column.chapter === chapter)
    const column = showing.find((one) => one.id === id) ?? showing[0]
    if (column) look(column.id, asked.verse, null)
  })

  const column = reader.columns.find(({ id }) => id === viewed)
  return (
    <>
      {/* Each part has a Fetched of its own. Otherwise the sheet would be hidden while the other part is fetched. */}
      <Fetched>
        {column && view !== 'none' && (view === 'chapter' || looked) && (
          <Interlinear
            root={root}
            column={column}
            looked={looked}
            only={view === 'verse' && looked ? looked.verse : null}
            onLook={(verse, index) => look(column.id, verse, null, index)}
          />
        )}
      </Fetched>
      <Fetched>
        {looked && (
          <WordSheet
            root={root}
            reader={reader}
            looked={looked}
            view={view}
            onView={setView}
            onLook={(index) => setOpened({ ...looked, index })}
            onClose={close}
          />
        )}
      </Fetched>
    </>
  )
}
export default WordsBeneath
