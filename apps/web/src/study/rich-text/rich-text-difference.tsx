import { richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortenedRuns } from '../../ui/changed-words.ts'
import { LOOKS } from '../history/change-looks.ts'
import { ShowWhole } from '../history/changed-text.tsx'
import { marked } from './marked.tsx'
import { type BlockChange, type Frame, type Run, richTextChanges, type Word } from './rich-text-changes.ts'
import './rich-text.css'

/** The number of unchanged paragraphs that are shown on each side of a change. */
const AROUND = 1
/** The number of paragraphs that are shown of an unchanged text. */
const BEGINNING = 4
/** The number of unchanged words that are shown on each side of a change within a paragraph. */
const WORDS_AROUND = 14

type Cut = { readonly kind: 'cut'; readonly count: number }

/**
 * The paragraphs near changes, or the beginning of an unchanged text. A `cut` has the number of paragraphs left out.
 */
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

type Runs = readonly (Run | { readonly kind: 'cut' })[]

/** The runs of a paragraph. Unless `isWhole`, long unchanged runs of a paragraph that stays are shortened. */
const runsOf = (change: BlockChange, isWhole: boolean): Runs => {
  const all = change.kind === 'changed' ? change.runs : [{ kind: 'same', words: change.block.words } as const]
  return isWhole || change.kind === 'added' || change.kind === 'removed' ? all : shortenedRuns(all, WORDS_AROUND)
}

const Words = ({ words }: { words: readonly Word[] }) =>
  words.flat().map(({ text, marks }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the elements have nothing else to tell them apart
    <span key={index} className="whitespace-pre-wrap">
      {marks.reduceRight(marked, text)}
    </span>
  ))

const sizeOf = ({ type, level }: Frame): string => {
  if (type === 'reference') return 'text-sm text-muted'
  if (type !== 'heading') return ''
  return level === 1 ? 'text-lg font-semibold' : 'font-semibold'
}

/** A paragraph with its added and removed words marked. */
const Paragraph = ({ change, runs }: { change: BlockChange; runs: Runs }) => {
  const { frame, marker } = change.block
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
        {runs.map((run, index) => {
          const key = index
          if (run.kind === 'cut')
            return (
              <span key={key} className="text-muted">
                {' … '}
              </span>
            )
          if (run.kind === 'same') return <Words key={key} words={run.words} />
          const Changed = run.kind === 'added' ? 'ins' : 'del'
          return (
            <Changed key={key} className={LOOKS[run.kind]}>
              <Words words={run.words} />
            </Changed>
          )
        })}
      </Element>
    </div>
  )
}

type Props = {
  /** The earlier text. Null: `after` is shown without marks. */
  readonly before: RichText | null
  readonly after: RichText
  readonly className?: string
}

/**
 * A rich text with marks where words, formats and paragraphs differ from `before`. Long unchanged parts are left out
 * until the person presses the button `ShowWhole`.
 */
export const RichTextDifference = ({ before, after, className = '' }: Props) => {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const changes = useMemo(() => richTextChanges(before ?? after, after), [before, after])
  const parts = (isWhole ? changes : near(changes)).map((change) =>
    change.kind === 'cut' ? change : { change, runs: runsOf(change, isWhole) },
  )
  const isCut = parts.some((part) => 'kind' in part || part.runs.some(({ kind }) => kind === 'cut'))
  return (
    <>
      <div className={`rich-text ${className}`}>
        {parts.map((part, index) => {
          const key = index
          if (!('kind' in part)) return <Paragraph key={key} {...part} />
          return (
            <p key={key} className="font-ui text-xs text-muted">
              {t('history.paragraphsLeftOut', { count: part.count })}
            </p>
          )
        })}
      </div>
      {isCut && <ShowWhole onShow={() => setWhole(true)} />}
    </>
  )
}

type FreeTextProps = {
  /** The earlier text. Null: `after` is shown without marks. */
  readonly before: string | null
  readonly after: string
}

/**
 * The changes of a text with Markdown, shown formatted. If only the Markdown signs differ, and not the result, nothing
 * is marked.
 */
export const FreeTextDifference = ({ before, after }: FreeTextProps) => (
  <RichTextDifference
    className="free-text font-scripture"
    before={useMemo(() => (before === null ? null : richTextOfMarkdown(before)), [before])}
    after={useMemo(() => richTextOfMarkdown(after), [after])}
  />
)
