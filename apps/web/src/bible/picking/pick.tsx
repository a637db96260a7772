import type { ComponentProps } from 'react'
import { ChevronDown } from '../../ui/icons.ts'

type Props = ComponentProps<'select'> & {
  /** The label of the chosen option. It determines the select's width in every browser. */
  readonly shown: string
}

/** A native select that looks like a chip. */
export const Pick = ({ shown, lang, className = '', ...select }: Props) => (
  <span lang={lang} className={`passage-chip pick ${className}`}>
    <span aria-hidden className="truncate">
      {shown}
    </span>
    <select {...select} />
    <ChevronDown size={15} strokeWidth={2} aria-hidden />
  </span>
)
