import type { SharedEntry } from '@pathlight/contracts/share.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { chapterHeading } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { FreeText } from '../../study/rich-text/free-text.tsx'
import type { LinksShown } from '../../study/rich-text/rich-text-view.tsx'

type Of<Type> = Extract<SharedEntry, { type: Type }>

/**
 * A link that shows a passage and its version. A verse id that ends in 000 means the chapter. Renders nothing without a
 * passage.
 */
const Cite = ({ version, verse_id, end_verse_id }: Pick<Of<'own'>, 'version' | 'verse_id' | 'end_verse_id'>) => {
  const language = useLanguage()
  const book = bookByIndex(Math.floor((verse_id ?? 0) / 1_000_000))?.name.en
  if (book === undefined || version === null || verse_id === null) return null
  const [chapter, verse] = [Math.floor(verse_id / 1000) % 1000, verse_id % 1000]
  const reference =
    verse === 0
      ? chapterHeading(book, chapter, language)
      : rangeReference(book, verse_id, end_verse_id ?? verse_id, language)
  return (
    <cite>
      <Link to={passagePath({ version, book, chapter }, verse || undefined)}>{citation(reference, version)}</Link>
    </cite>
  )
}

/** Words of the Bible, with their language. */
const Scripture = ({ version, ...rest }: ComponentProps<'p'> & { readonly version: string | null }) => (
  <p {...rest} lang={useVersionLanguage(version ?? undefined)} />
)

const Entry = ({ entry, links }: { readonly entry: SharedEntry; readonly links: LinksShown }) => {
  switch (entry.type) {
    case 'heading':
      return <h2>{entry.text}</h2>
    case 'text':
      return <FreeText text={entry.text} links={links} />
    case 'passage':
      return (
        <blockquote>
          {entry.verses.length > 0 && (
            <Scripture version={entry.version}>
              {entry.verses.map(({ verse, text }, index) => (
                <span key={verse}>
                  {index > 0 && ' '}
                  {entry.verses.length > 1 && <sup>{verse}</sup>}
                  {text}
                </span>
              ))}
            </Scripture>
          )}
          <Cite {...entry} />
        </blockquote>
      )
    case 'own':
      return (
        <blockquote data-own={!entry.isQuoted}>
          {entry.title && <p className="font-semibold">{entry.title}</p>}
          {entry.text !== '' &&
            (entry.isQuoted ? (
              <Scripture version={entry.version} className="whitespace-pre-wrap">
                {entry.text}
              </Scripture>
            ) : (
              <FreeText text={entry.text} links={links} />
            ))}
          <Cite {...entry} />
        </blockquote>
      )
  }
}

type Props = {
  readonly entries: readonly SharedEntry[]
  /** Which links are shown in the owner's words. */
  readonly links: LinksShown
}

/** A shared pad: headings, free text, passages and the owner's items, in the owner's order. */
export const SharedEntries = ({ entries, links }: Props) => (
  <div className="shared-pad wrap-anywhere">
    {entries.map((entry, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the entries keep their order
      <Entry key={index} entry={entry} links={links} />
    ))}
  </div>
)
