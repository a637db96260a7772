import { findBook } from '@pathlight/scripture/books.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import type { ComponentProps } from 'react'
import { nameOfBook } from '../../bible/passage-names.ts'
import { writtenVerses } from '../../bible/passage-path.ts'
import type { Destination } from '../../bible/picking/complete-passage.ts'
import GoDialog from '../../bible/picking/go-dialog.tsx'
import { useLanguage } from '../../locales/use-language.tsx'
import type { Language } from '../../locales/words.ts'

/** The most verses in a comparison, as on the server. Of a whole chapter only the first verses are compared. */
const MOST = 20

const referenceOf = ({ book, chapter, verses }: Destination, language: Language): string => {
  const bookEntry = findBook(book)
  const last = bookEntry ? Math.min(MOST, verseCount(bookEntry, chapter)) : 1
  return `${nameOfBook(book, language)} ${chapter}:${verses.length > 0 ? writtenVerses(verses) : last > 1 ? `1-${last}` : '1'}`
}

type Props = Pick<ComponentProps<typeof GoDialog>, 'open' | 'Shortcuts' | 'onClose'> & {
  /** Called with a reference in the language of the page, as a person would type it. */
  readonly onPick: (reference: string) => void
}

/** The reader's passage picker, for a passage to compare. */
const PickPassage = ({ onPick, ...dialog }: Props) => {
  const language = useLanguage()
  return <GoDialog {...dialog} asksVerse textLanguage={language} onGo={(to) => onPick(referenceOf(to, language))} />
}
export default PickPassage
