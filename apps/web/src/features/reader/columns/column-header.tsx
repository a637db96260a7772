import type { Version } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { ComponentType, KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { bookLanguage, chapterHeading, shortVersion } from '../../../bible/passage-names.ts'
import type { Chosen, ColumnToolProps } from '../../../study/study-kind.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ChevronDown, ChevronLeft, ChevronRight, GripVertical, X } from '../../../ui/icons.ts'
import { FormWithoutScript } from './form-without-script.tsx'
import type { Neighbours } from './use-column-text.ts'

/** Handlers that move a column in the row. A single column and a small screen have none. */
export type Mover = {
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  /** Moves the column one place to the left (-1) or right (1). */
  readonly onStep: (by: -1 | 1) => void
}

type Props = {
  readonly column: ChapterReference
  readonly versions: readonly Version[]
  readonly around: Neighbours
  readonly tools: readonly ComponentType<ColumnToolProps>[]
  readonly chosen: Chosen | null
  readonly mover: Mover | null
  /** The controls for all columns. Only the last column's header shows them. */
  readonly end: ReactNode
  /** Closes the column. Null if the reader has only one column. */
  readonly onClose: (() => void) | null
  readonly onGo: (to: ChapterReference) => void
  /** Opens the passage picker. */
  readonly onFind: () => void
}

/**
 * Sets the header's height as a CSS property of the column. The height is not fixed, because enlarged text makes the
 * header higher.
 */
const setHeadHeight = (head: HTMLElement | null) => {
  if (!head) return
  const observer = new ResizeObserver(() =>
    head.parentElement?.style.setProperty('--head-height', `${head.offsetHeight}px`),
  )
  observer.observe(head)
  return () => observer.disconnect()
}

/**
 * A column's header: a chip that names the passage and opens the passage picker, buttons to the previous and the next
 * chapter, and the other controls.
 */
export const ColumnHeader = ({ column, chosen, versions, around, tools, mover, end, onClose, onGo, onFind }: Props) => {
  const { t } = useTranslation()
  const version = versions.find(({ code }) => code === column.version)
  const names = bookLanguage(version?.language ?? 'en')
  const heading = chapterHeading(column.book, column.chapter, names)
  const { shown, lang } = shortVersion(column.version, version)
  const number = heading.lastIndexOf(' ')
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    // The reader must not open the previous or next chapter at this key.
    event.preventDefault()
    mover?.onStep(event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <div ref={setHeadHeight} className="column-head print:hidden @container sticky z-10 bg-paper">
      <div className="column-row">
        {mover && (
          <button
            type="button"
            aria-label={t('reader.moveColumn', { version: column.version })}
            title={t('reader.moveColumn', { version: column.version })}
            onPointerDown={mover.onGrab}
            onKeyDown={step}
            className="hidden h-10 w-5 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-muted hover:text-ink active:cursor-grabbing wide:grid"
          >
            <GripVertical size={16} strokeWidth={1.8} aria-hidden />
          </button>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          title={t('reader.find')}
          onClick={onFind}
          className="passage-chip noscript:hidden"
        >
          <span className="sr-only">{t('reader.where')}: </span>
          <span lang={names} className="flex min-w-0">
            {/* A narrow column shows the book's short name, uncut. Screen readers say the long name, too. */}
            <span className="truncate @max-[26rem]:sr-only">{heading.slice(0, number)}</span>
            <span className="hidden @max-[26rem]:inline">{findBook(column.book)?.abbreviation[names]}</span>
            <span className="whitespace-pre">{heading.slice(number)}</span>
          </span>{' '}
          <span lang={lang} className="shrink-0 text-muted">
            {shown}
          </span>
          <ChevronDown size={15} strokeWidth={2} className="text-muted" aria-hidden />
        </button>
        {/* While React hydrates, it ignores the content of this element. So the form is only in the server's code. */}
        <noscript>
          {import.meta.env.SSR && <FormWithoutScript column={column} versions={versions} names={names} />}
        </noscript>
        <div className="ml-auto flex shrink-0 items-center">
          <IconButton
            icon={ChevronLeft}
            label={t('reader.previous')}
            disabled={!around.previous}
            onClick={() => around.previous && onGo(around.previous)}
            className="noscript:hidden"
          />
          <IconButton
            icon={ChevronRight}
            label={t('reader.next')}
            disabled={!around.next}
            onClick={() => around.next && onGo(around.next)}
            className="noscript:hidden"
          />
          {tools.map((Tool, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tools never change places
            <Tool key={index} column={column} chosen={chosen} onGo={onGo} />
          ))}
          {onClose && (
            <IconButton
              icon={X}
              label={t('reader.closeColumn', { version: column.version })}
              onClick={onClose}
              className="max-wide:hidden"
            />
          )}
          {end}
        </div>
      </div>
    </div>
  )
}
