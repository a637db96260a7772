import { type ReferenceInText, referencesInText } from '@pathlight/scripture/references-in-text.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import { Fragment, useMemo } from 'react'
import { passagePath } from '../../bible/passage-path.ts'
import { PreviewedLink } from './previewed-link.tsx'

/** Where a passage that a text names is read: of one over several chapters, its verses in the first. */
const pathOf = ({ book, chapter, verse, endChapter, endVerse }: ReferenceInText, version: string): string => {
  const place = { version, book: book.name.en, chapter }
  if (verse === null || endVerse === null) return passagePath(place)
  return passagePath(place, verse, endChapter === chapter ? endVerse : mostVerses(book, chapter))
}

/** Words with links to the passages that they name. */
const WordsWithReferences = ({ text, version }: { readonly text: string; readonly version: string }) => {
  const references = useMemo(() => referencesInText(text), [text])
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
