import { findBook } from '@pathlight/scripture/books.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import type { ComponentProps } from 'react'
import { writtenVerses } from '../../bible/passage-path.ts'
import type { Destination } from '../../bible/picking/complete-passage.ts'
import GoDialog from '../../bible/picking/go-dialog.tsx'
import { useLanguage } from '../../locales/use-language.tsx'

/** So many verses are compared at once: the server's limit. Of a chapter as a whole these are the first ones. */
const MOST = 20

const referenceOf = ({ book, chapter, verses }: Destination): string => {
  const found = findBook(book)
  const last = found ? Math.min(MOST, verseCount(found, chapter)) : 1
  return `${book} ${chapter}:${verses.length > 0 ? writtenVerses(verses) : last > 1 ? `1-${last}` : '1'}`
}

type Props = Pick<ComponentProps<typeof GoDialog>, 'open' | 'Shortcuts' | 'onClose'> & {
  /** A reference in English, as the server reads it. */
  readonly onPick: (reference: string) => void
}

/** The picker of the reader, for a passage to be compared. */
const PickPassage = ({ onPick, ...dialog }: Props) => (
  <GoDialog {...dialog} textLanguage={useLanguage()} onGo={(to) => onPick(referenceOf(to))} />
)
export default PickPassage
