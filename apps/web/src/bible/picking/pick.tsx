import { type ComponentProps, useDeferredValue } from 'react'
import { ChevronDown } from '../../ui/icons.ts'

type Props = ComponentProps<'select'> & {
  /** The label of the chosen option. It determines the select's width in every browser. */
  readonly shown: string
}

/**
 * A native select that looks like a chip. Its first render has only the chosen option, because a slow phone would need
 * longer for the options than for the rest of the picker.
 */
export const Pick = ({ shown, lang, className = '', children, ...select }: Props) => {
  const hasAll = useDeferredValue(true, false)
  return (
    <span lang={lang} className={`passage-chip pick ${className}`}>
      <span aria-hidden className="truncate">
        {shown}
      </span>
      <select {...select}>{hasAll ? children : <option value={select.value}>{shown}</option>}</select>
      <ChevronDown size={15} strokeWidth={2} aria-hidden />
    </span>
  )
}
