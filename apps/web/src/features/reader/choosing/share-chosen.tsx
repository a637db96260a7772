import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { lazy } from 'react'
import { nameBeforeNumber, verseNumber, verseReference } from '../../../bible/passage-names.ts'
import { writtenVerses } from '../../../bible/passage-path.ts'
import { withWords } from '../../../locales/language.ts'
import type { Chosen, VersePart } from '../../../study/study-kind.ts'

const ShareDialog = lazy(() => withWords(['share'], () => import('../../../study/copying/share-dialog.tsx')))

/** The number of the part's verse, or all numbers of a bridge. */
const numbersOf = ({ verse: { verse, through = verse } }: VersePart): readonly number[] =>
  Array.from({ length: through - verse + 1 }, (_, at) => verse + at)

type Props = {
  readonly chosen: Chosen
  /** The language of the text. */
  readonly language: BookLanguage
  readonly onClose: () => void
}

/** A dialog that shares the choice: its words as text, or a picture of its verses. */
const ShareChosen = ({ chosen: { column, parts }, language, onClose }: Props) => {
  const { version, book, chapter } = column
  const [first] = parts
  const last = parts.at(-1)?.verse ?? first.verse
  const verse = first.verse.verse
  const through = last.through ?? last.verse
  const range = { version, book, chapter, verse, ...(through > verse && { through }) }
  const marked = writtenVerses(parts.flatMap(numbersOf))
  return (
    <ShareDialog
      passage={{
        ...range,
        marked,
        reference: `${nameBeforeNumber(book, language)} ${chapter}:${marked.replaceAll(',', ', ')}`,
        pictured: verseReference(range, language),
        verses: parts.map(({ verse, text }) => ({ number: verseNumber(verse), text })),
      }}
      onClose={onClose}
    />
  )
}
export default ShareChosen
