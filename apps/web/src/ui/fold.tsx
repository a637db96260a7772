import { type ReactNode, useEffect, useState } from 'react'
import { ChevronDown } from './icons.ts'

type Props = {
  readonly title: string
  /** Whether the part is closed at first. The part opens when the value becomes false. */
  readonly isFolded: boolean
  /** The level of the heading: h3 in a panel, h2 on a page. */
  readonly level?: 'h3' | 'h2'
  /** A function is called only while the part is open. Any other content is rendered even while the part is closed. */
  readonly children: ReactNode | (() => ReactNode)
}

/** A part of a panel or page with a heading that opens and closes the part. The part is not printed. */
export const Fold = ({ title, isFolded, level: Heading = 'h3', children }: Props) => {
  const [isOpen, setOpen] = useState(!isFolded)
  useEffect(() => {
    if (!isFolded) setOpen(true)
  }, [isFolded])
  return (
    <section aria-label={title} className="border-t border-line first:border-0 not-first:mt-2 print:hidden">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
          <Heading className="grow text-sm font-semibold text-muted">{title}</Heading>
          <ChevronDown size={16} strokeWidth={1.8} className="flex-none text-muted group-open:rotate-180" aria-hidden />
        </summary>
        <div className="grid gap-3 pb-3">{typeof children === 'function' ? isOpen && children() : children}</div>
      </details>
    </section>
  )
}
