import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { LOOKS } from '../../study/history/change-looks.ts'
import { ChangedText, ShowWhole } from '../../study/history/changed-text.tsx'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { marked } from '../../study/rich-text/marked.tsx'
import { TagsDifference } from '../../study/tags/tags-difference.tsx'
import { type Block, type BlockChange, type Frame, richTextChanges, type Word } from './rich-text-changes.ts'
import { richTextIn } from './rich-text-in.ts'
import { sermonReference } from './sermon-range.ts'
import type { SermonItem } from './sermon-writes.ts'
import './sermon.css'

/** The number of paragraphs that are shown around a change, and of an unchanged text from its beginning. */
const AROUND = 1
const BEGINNING = 4

type Cut = { readonly kind: 'cut'; readonly count: number }

/** The paragraphs near changes, or the beginning of an unchanged text. A `cut` counts the paragraphs that are left out. */
const near = (changes: readonly BlockChange[]): readonly (BlockChange | Cut)[] => {
  const isChange = ({ kind }: BlockChange) => kind !== 'same'
  const any = changes.some(isChange)
  const stays = changes.map((_, at) =>
    any ? changes.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(isChange) : at < BEGINNING,
  )
  const parts: (BlockChange | Cut)[] = []
  for (const [at, change] of changes.entries()) {
    const last = parts.at(-1)
    if (stays[at]) parts.push(change)
    else if (last?.kind === 'cut') parts[parts.length - 1] = { kind: 'cut', count: last.count + 1 }
    else parts.push({ kind: 'cut', count: 1 })
  }
  return parts
}

const Words = ({ words }: { words: readonly Word[] }) =>
  words.flat().map(({ text, marks }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is all there is to tell them apart
    <span key={index} className="whitespace-pre-wrap">
      {marks.reduceRight(marked, text)}
    </span>
  ))

/** The words of a paragraph, added and removed ones marked. The letters of a word follow each other without a gap. */
const Runs = ({ change }: { change: BlockChange }) => {
  if (change.kind !== 'changed') return <Words words={change.block.words} />
  return change.runs.map(({ kind, words }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (kind === 'same') return <Words key={index} words={words} />
    const Element = kind === 'added' ? 'ins' : 'del'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Element key={index} className={LOOKS[kind]}>
        <Words words={words} />
      </Element>
    )
  })
}

const sizeOf = ({ type, level }: Frame): string => {
  if (type === 'reference') return 'text-sm text-muted'
  if (type !== 'heading') return ''
  return level === 1 ? 'text-lg font-semibold' : 'font-semibold'
}

const Paragraph = ({ change }: { change: BlockChange }) => {
  const { frame, marker }: Block = change.block
  const whole = change.kind === 'added' || change.kind === 'removed' ? change.kind : null
  const Element = whole === 'added' ? 'ins' : whole === 'removed' ? 'del' : 'span'
  if (frame.type === 'rule') return <hr className={whole ? LOOKS[whole] : ''} />
  return (
    <div
      data-align={frame.align}
      style={{ paddingInlineStart: `${Math.min(frame.depth, 6) * 1.1}rem` }}
      className={`${frame.quote ? 'border-l-3 border-line-strong pl-3 text-muted' : ''} ${sizeOf(frame)}`}
    >
      <Element className={whole ? LOOKS[whole] : ''}>
        {marker && <span className="text-muted">{marker} </span>}
        <Runs change={change} />
      </Element>
    </div>
  )
}

/** The changes of a sermon: title, speaker, verses, text with its structure, and tags. */
const SermonDifference = ({ item, than }: DifferenceProps<SermonItem>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [whole, setWhole] = useState(false)
  const changes = useMemo(() => {
    const after = richTextIn(item.content)
    return richTextChanges(than === null ? after : richTextIn(than.content), after)
  }, [item, than])
  const parts = whole ? changes : near(changes)
  const isCut = parts.some(({ kind }) => kind === 'cut')
  const head = (one: SermonItem) =>
    `${one.speaker} · ${sermonReference(one, language)} · ${versionLabel(one.version, language)}`
  return (
    <>
      <ChangedText className="font-semibold" before={than?.title} after={item.title} />
      <ChangedText className="mb-1 text-sm text-muted" before={than && head(than)} after={head(item)} />
      <div className="rich-text">
        {parts.map((change, index) =>
          change.kind === 'cut' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is all there is to tell them apart
            <p key={index} className="font-ui text-xs text-muted">
              {t('history.paragraphsLeftOut', { count: change.count })}
            </p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Paragraph key={index} change={change} />
          ),
        )}
      </div>
      <TagsDifference item={item} than={than} />
      {isCut && <ShowWhole onShow={() => setWhole(true)} />}
    </>
  )
}
export default SermonDifference
