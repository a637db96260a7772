import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { lazy } from 'react'
import { verseReference } from '../../../bible/passage-names.ts'
import { withWords } from '../../../locales/language.ts'
import type { Chosen } from '../../../study/study-kind.ts'

const ShareDialog = lazy(() => withWords(['share'], () => import('../../../bible/share-dialog.tsx')))

type Props = {
  readonly chosen: Chosen
  /** That of the text. */
  readonly language: BookLanguage
  readonly onClose: () => void
}

/** Shares what is chosen: the words as they were chosen, the picture of their verses. */
const ShareChosen = ({ chosen: { column, parts }, language, onClose }: Props) => {
  const { version, book, chapter } = column
  const [first] = parts
  const last = parts.at(-1)?.verse ?? first.verse
  const verse = first.verse.verse
  const through = last.through ?? last.verse
  const place = { version, book, chapter, verse, ...(through > verse && { through }) }
  return (
    <ShareDialog
      passage={{
        ...place,
        text: parts.map(({ text }) => text).join(' '),
        reference: verseReference(place, language),
      }}
      onClose={onClose}
    />
  )
}
export default ShareChosen
