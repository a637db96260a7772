import { type ReferenceInText, referencesInText } from '@pathlight/scripture/references-in-text.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import { Fragment, useMemo } from 'react'
import { passagePath } from '../../bible/passage-path.ts'
import { useVersionReadLast } from '../../bible/use-version-read-last.ts'
import { PreviewedLink } from './previewed-link.tsx'

/**
 * The address of a passage. If the passage spans several chapters, the address has only the verses in the first
 * chapter.
 */
const pathOf = ({ book, chapter, verse, endChapter, endVerse }: ReferenceInText, version: string): string => {
  const place = { version, book: book.name.en, chapter }
  if (verse === null || endVerse === null) return passagePath(place)
  return passagePath(place, verse, endChapter === chapter ? endVerse : mostVerses(book, chapter))
}

type Props = {
  readonly text: string
  /** The version to which references link until the person reads a chapter on this device. Undefined: no links yet. */
  readonly version: string | undefined
}

/** Words with links to the passages that they name, in the version that was read last. */
const WordsWithReferences = ({ text, version: ofText }: Props) => {
  const version = useVersionReadLast() ?? ofText
  const references = useMemo(() => referencesInText(text), [text])
  if (version === undefined) return text
  return (
    <>
      {references.map((reference, index) => (
        <Fragment key={reference.from}>
          {text.slice(references[index - 1]?.to ?? 0, reference.from)}
          <PreviewedLink to={pathOf(reference, version)} of={{ reference }}>
            {text.slice(reference.from, reference.to)}
          </PreviewedLink>
        </Fragment>
      ))}
      {text.slice(references.at(-1)?.to ?? 0)}
    </>
  )
}
export default WordsWithReferences
