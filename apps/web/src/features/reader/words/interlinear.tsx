import './words.css'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { Fragment, type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { verseNumber } from '../../../bible/passage-names.ts'
import type { Column } from '../columns/reader-state.ts'
import { indexOf, type Looked } from './looked.ts'
import { usePoints } from './use-points.ts'
import { useVerseWords } from './use-verse-words.ts'
import { WordRow } from './word-row.tsx'

type Props = {
  readonly root: RefObject<HTMLElement | null>
  readonly column: Column
  readonly looked: Looked | null
  /** The only verse whose words are shown. Null for the whole chapter. */
  readonly only: number | null
  readonly onLook: (verse: number, index: number) => void
}

const NO_VERSES: readonly Verse[] = []

type Host = { readonly verse: number; readonly element: HTMLElement }

/**
 * Adds an element after each verse, for the verse's words. The React component that renders the verses does not touch
 * an element after a verse.
 */
const hostsBehind = (column: Element, verses: readonly number[]): readonly Host[] =>
  verses.flatMap((verse) => {
    const piece = [...column.querySelectorAll(`.verse[data-verse='${verse}']`)].at(-1)
    if (!piece) return []
    const element = document.createElement('span')
    element.className = 'interlinear'
    piece.after(element)
    return [{ verse, element }]
  })

/** Shows the words of each verse below the verse, in the text. */
const Interlinear = ({ root, column, looked, only, onLook }: Props) => {
  const { t } = useTranslation()
  const { words: answer, chapter, from, ofVerse } = useVerseWords(column)
  const [points] = usePoints()
  const [hosts, setHosts] = useState<readonly Host[]>([])
  const verses = chapter?.verses ?? NO_VERSES
  const { id } = column

  useLayoutEffect(() => {
    const text = root.current?.querySelector(`[data-column='${id}'] .scripture`)
    if (!text) return
    const wanted = verses.map(({ verse }) => verse).filter((verse) => only === null || verse === only)
    let placed = hostsBehind(text, wanted)
    setHosts(placed)
    // When verses are laid out again (in rows with another column), these elements are removed, so they are added
    // again.
    const observer = new MutationObserver(() => {
      if (placed.every(({ element }) => element.isConnected)) return
      for (const { element } of placed) element.remove()
      placed = hostsBehind(text, wanted)
      setHosts(placed)
    })
    observer.observe(text, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      for (const { element } of placed) element.remove()
    }
  }, [root, id, verses, only])

  const isLooked = (verse: number) => looked?.column.id === id && looked.verse === verse
  const last = hosts.at(-1)
  return (
    <>
      {hosts.map(({ verse: number, element }) => {
        const verse = verses.find((one) => one.verse === number)
        const { words, ours, oursLanguage } = verse ? ofVerse(verse) : { words: [], ours: [], oursLanguage: 'en' }
        if (!verse || words.length === 0) return <Fragment key={number} />
        return createPortal(
          <WordRow
            words={words}
            ours={ours}
            oursLanguage={oursLanguage}
            from={from}
            at={isLooked(number) && looked ? indexOf(looked, words) : -1}
            label={t('words.row', { verse: verseNumber(verse) })}
            points={points}
            isStop={isLooked(number)}
            onLook={(index) => onLook(number, index)}
          />,
          element,
          String(number),
        )
      })}
      {/* The words of a whole chapter stay visible after the sheet is closed, so the source is named here too. */}
      {answer &&
        only === null &&
        last &&
        createPortal(
          <small className="font-ui text-xs text-muted">{t('words.source', answer.source)}</small>,
          last.element,
        )}
    </>
  )
}
export default Interlinear
