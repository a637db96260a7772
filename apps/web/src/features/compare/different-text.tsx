import { useMemo } from 'react'
import { differentWords } from './different-words.ts'

const LOOKS = {
  own: 'rounded-[2px] bg-accent-soft font-medium text-accent no-underline',
  missing: 'text-muted line-through',
} as const

/** A text as it differs from the first. */
const DifferentText = ({ first, text }: { first: string; text: string }) => {
  const words = useMemo(() => differentWords(first, text), [first, text])
  return words.map(({ kind, text: part }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is all there is to tell them apart
    if (kind === 'same') return <span key={index}>{part}</span>
    const Element = kind === 'own' ? 'ins' : 'del'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index}>
        <Element className={LOOKS[kind]}>{part.trimEnd()}</Element>
        {part.slice(part.trimEnd().length)}
      </span>
    )
  })
}
export default DifferentText
