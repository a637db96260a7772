import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { lazy } from 'react'
import { nameBeforeNumber, verseNumber, verseReference } from '../../../bible/passage-names.ts'
import { withWords } from '../../../locales/language.ts'
import type { Chosen } from '../../../study/study-kind.ts'
import { chosenNumbers } from './copied.ts'

const ShareDialog = lazy(() => withWords(['share'], () => import('../../../study/copying/share-dialog.tsx')))

type Props = {
  readonly chosen: Chosen
  /** The language of the reference: that of the text. */
  readonly language: BookLanguage
  readonly onClose: () => void
}

/** A dialog to share the chosen verses: as a link, as text, or as a picture. */
const ShareChosen = ({ chosen, language, onClose }: Props) => {
  const { column, parts } = chosen
  const { version, book, chapter } = column
  const [first] = parts
  const last = parts.at(-1)?.verse ?? first.verse
  const verse = first.verse.verse
  const through = last.through ?? last.verse
  const range = { version, book, chapter, verse, ...(through > verse && { through }) }
  const numbers = chosenNumbers(chosen)
  return (
    <ShareDialog
      passage={{
        ...range,
        marked: numbers.replaceAll(', ', ','),
        reference: `${nameBeforeNumber(book, language)} ${chapter}:${numbers}`,
        pictured: verseReference(range, language),
        verses: parts.map(({ verse, text }) => ({ number: verseNumber(verse), text })),
      }}
      onClose={onClose}
    />
  )
}
export default ShareChosen
