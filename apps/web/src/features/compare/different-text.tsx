import { useMemo } from 'react'
import type { Compared } from './compare-query.ts'
import { differentWords } from './different-words.ts'
import { VerseNumber } from './verse-number.tsx'

const LOOKS = {
  own: 'rounded-[3px] bg-(--mark) box-decoration-clone px-0.5 no-underline',
  missing: 'text-muted line-through',
} as const

const DifferentWords = ({ first, text }: { first: string; text: string }) => {
  const words = useMemo(() => differentWords(first, text), [first, text])
  return words.map(({ kind, text: part }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: only their order tells the parts apart
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

/** The verses of both texts in pairs. Null if the texts do not have the same verses, or have only one verse. */
const inPairs = (first: Compared['verses'], verses: Compared['verses']) => {
  if (first === null || verses === null || verses.length < 2 || verses.length !== first.length) return null
  const pairs = verses.map((one, at) => ({ one, other: first[at] }))
  return pairs.every(({ one, other }) => other?.chapter === one.chapter && other.verse === one.verse) ? pairs : null
}

/** A text with its differences from the first text. Texts with the same verses are compared verse by verse. */
export const DifferentText = ({ first, compared: { text, verses } }: { first: Compared; compared: Compared }) => {
  const pairs = inPairs(first.verses, verses)
  if (pairs === null || verses === null) return <DifferentWords first={first.text ?? ''} text={text ?? ''} />
  return pairs.map(({ one, other }, index) => (
    <span key={one.chapter * 1000 + one.verse}>
      {index > 0 && ' '}
      <VerseNumber of={one} among={verses} />
      <DifferentWords first={other?.text ?? ''} text={one.text} />
    </span>
  ))
}
