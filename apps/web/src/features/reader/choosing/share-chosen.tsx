import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { lazy } from 'react'
import { verseNumber, verseReference } from '../../../bible/passage-names.ts'
import { withWords } from '../../../locales/language.ts'
import type { Chosen } from '../../../study/study-kind.ts'

const ShareDialog = lazy(() => withWords(['share'], () => import('../../../study/copying/share-dialog.tsx')))

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
  return (
    <ShareDialog
      passage={{
        ...range,
        reference: verseReference(range, language),
        verses: parts.map(({ verse, text }) => ({ number: verseNumber(verse), text })),
      }}
      onClose={onClose}
    />
  )
}
export default ShareChosen
