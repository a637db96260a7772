import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { type CSSProperties, useEffect, useRef } from 'react'
import { RichTextView } from '../../study/rich-text/rich-text-view.tsx'
import { useLinePages } from './use-line-pages.ts'

type Props = {
  readonly content: RichText
  /** The number of lines on a page. Null: as many as fit into the frame, as in the pulpit view. */
  readonly lines: number | null
  /** The index of the page, from 0. */
  readonly page: number
  readonly onPages: (pages: number) => void
}

/** A text in pages of whole lines. The browser breaks the lines at the width of the frame. */
export const LinePages = ({ content, lines, page, onPages }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const pages = useLinePages(frame, content, page)
  useEffect(() => onPages(pages), [pages, onPages])
  const style = lines === null ? {} : ({ '--lines': lines } as CSSProperties)
  return (
    <div ref={frame} className={lines === null ? 'line-pages h-full' : 'line-pages'} style={style}>
      <RichTextView
        content={content}
        className={lines === null ? 'h-full!' : ''}
        // In the pulpit view a tap turns the page, so references are not links.
        links={lines === null ? 'written' : 'own'}
      />
    </div>
  )
}
