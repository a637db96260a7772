import { findBook } from '@pathlight/scripture/books.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import type { ComponentProps } from 'react'
import { writtenVerses } from '../../bible/passage-path.ts'
import type { Destination } from '../../bible/picking/complete-passage.ts'
import GoDialog from '../../bible/picking/go-dialog.tsx'
import { useLanguage } from '../../locales/use-language.tsx'

/** The most verses in a comparison, as on the server. Of a whole chapter only the first verses are compared. */
const MOST = 20

const referenceOf = ({ book, chapter, verses }: Destination): string => {
  const bookEntry = findBook(book)
  const last = bookEntry ? Math.min(MOST, verseCount(bookEntry, chapter)) : 1
  return `${book} ${chapter}:${verses.length > 0 ? writtenVerses(verses) : last > 1 ? `1-${last}` : '1'}`
}

type Props = Pick<ComponentProps<typeof GoDialog>, 'open' | 'Shortcuts' | 'onClose'> & {
  /** Called with a reference in English, which the server can read. */
  readonly onPick: (reference: string) => void
}

/** The reader's passage picker, to choose a passage to compare. */
const PickPassage = ({ onPick, ...dialog }: Props) => (
  <GoDialog {...dialog} asksVerse textLanguage={useLanguage()} onGo={(to) => onPick(referenceOf(to))} />
)
export default PickPassage
