import { type ReactNode, useEffect, useState } from 'react'
import { ChevronDown } from '../../../ui/icons.ts'

type Props = {
  readonly title: string
  /** Closed at first, because the person asked for another part. It opens when this becomes false. */
  readonly isFolded: boolean
  readonly children: ReactNode
}

/** A part of the panel below its heading, which opens and closes it. */
export const PanelPart = ({ title, isFolded, children }: Props) => {
  const [isOpen, setOpen] = useState(!isFolded)
  useEffect(() => {
    if (!isFolded) setOpen(true)
  }, [isFolded])
  return (
    <section aria-label={title} className="border-t border-line first:border-0 not-first:mt-2">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
          <h3 className="grow text-sm font-semibold text-muted">{title}</h3>
          <ChevronDown size={16} strokeWidth={1.8} className="flex-none text-muted group-open:rotate-180" aria-hidden />
        </summary>
        <div className="grid gap-3 pb-3">{children}</div>
      </details>
    </section>
  )
}
