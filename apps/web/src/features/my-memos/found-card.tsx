import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { chapterHeading } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { Language } from '../../locales/words.ts'
import { colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import type { Kind } from '../../study/kind.ts'
import { MarkedText } from '../../ui/marked-text.tsx'
import { placesOf } from './writing-asked.ts'

type Passage = FoundWriting['passage']

const chapterAndVerse = (verseId: number) => ({ chapter: Math.floor(verseId / 1000) % 1000, verse: verseId % 1000 })

/** John 3:16–18, 시편 23편: the verses, or the chapter as a whole. */
const nameOf = ({ book, chapter, verse_id, end_verse_id }: Passage, language: Language): string => {
  if (verse_id === null) return chapterHeading(book, chapter, language)
  const [start, end] = [chapterAndVerse(verse_id), chapterAndVerse(end_verse_id ?? verse_id)]
  return formatReference({ book, ...start, endChapter: end.chapter, endVerse: end.verse }, language)
}

const pathOf = ({ version, book, chapter, verse_id, end_verse_id }: Passage): string => {
  if (verse_id === null) return passagePath({ version, book, chapter })
  const [start, end] = [chapterAndVerse(verse_id), chapterAndVerse(end_verse_id ?? verse_id)]
  return passagePath({ version, book, chapter }, start.verse, end.chapter === start.chapter ? end.verse : start.verse)
}

type Props = {
  readonly found: FoundWriting
  readonly kinds: readonly Kind[]
  /** What was looked for, as wordsToFind gives it. */
  readonly words: readonly string[]
  /** The colour of the settings. */
  readonly yours: string
}

/** Something that was found: of which kind it is, where it stands, and the words around what was looked for. Leads there. */
export const FoundCard = ({ found, kinds, words, yours }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, title, excerpt, color, at, passage } = found
  const lang = useVersionLanguage(passage.version)
  const kind = kinds.find(({ name }) => name === found.kind)
  const marked = (text: string) => <MarkedText text={text} marks={placesOf(text, words)} />
  return (
    <Link
      to={kind?.pathOf?.(id) ?? pathOf(passage)}
      className="block rounded-md border border-line bg-surface p-4 transition-colors duration-(--fast) hover:border-accent"
    >
      <span className="flex flex-wrap items-center gap-2 text-xs">
        {kind && <span className="font-semibold text-muted">{t(`kinds.${kind.name}.label`)}</span>}
        <span className="rounded-full bg-accent-soft px-2.5 py-0.5 font-semibold text-accent">
          {nameOf(passage, language)} · {versionLabel(passage.version, language)}
        </span>
        <span className="ml-auto text-muted">{formatDay(at, language)}</span>
      </span>
      {title && <span className="mt-2 block font-semibold wrap-anywhere">{marked(title)}</span>}
      {excerpt && (
        <span className="mt-1.5 line-clamp-4 leading-relaxed wrap-anywhere">
          {color === null ? (
            marked(excerpt)
          ) : (
            <>
              <mark
                lang={lang}
                data-paint={paintOf(color === SETTINGS_COLOR ? yours : color)}
                className="rounded-sm px-0.5"
              >
                {excerpt}
              </mark>
              <span className="sr-only">{colorName(t, color === SETTINGS_COLOR ? null : color)}</span>
            </>
          )}
        </span>
      )}
    </Link>
  )
}
