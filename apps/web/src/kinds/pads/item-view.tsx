import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { idNamed } from '@pathlight/contracts/pad-rules.ts'
import type { RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Item } from '../../api/pending-write.ts'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { paintOf } from '../../look/highlight-looks.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import type { Findable, KeptKind } from '../../study/offline-kind.ts'
import { useOwnItem } from '../../study/own-item.ts'
import { nameOfPassage, pathOfPassage } from '../../study/own-words/own-cards.ts'
import { FreeText } from '../../study/rich-text/free-text.tsx'
import { RichTextView } from '../../study/rich-text/rich-text-view.tsx'
import { Around, type PadAround } from './pad-around.ts'
import { sayYours } from './say-yours.ts'

export type ItemEntry = Extract<PadEntry, { type: 'item' }>

/** The most of a note's words that is shown, in UTF-16 units. A link leads to the note's verses in the reader. */
const SHOWN_MOST = 2_000

/**
 * The beginning of a text, up to `room.left` units, and a sign that more follows. The text is cut at a blank, so that
 * no word is cut in two. It is cut after its Markdown is read, so that what is formatted or linked stays so.
 */
const beginning = (nodes: readonly RichTextNode[], room: { left: number }): RichTextNode[] =>
  nodes.flatMap((node): RichTextNode[] => {
    if (room.left < 0) return []
    if (node.content) return [{ ...node, content: beginning(node.content, room) }]
    const { text = '' } = node
    const isFirst = room.left === SHOWN_MOST
    // A line break takes room, too.
    room.left -= Math.max(1, text.length)
    if (room.left >= 0) return [node]
    const cut = text.slice(0, room.left)
    const end = cut.search(/\s\S*$/)
    const words = end > 0 ? cut.slice(0, end) : isFirst ? cut.toWellFormed() : ''
    return [...(words === '' ? [] : [{ ...node, text: words }]), { type: 'text', text: '…' }]
  })

const Beginning = ({ text, version }: { readonly text: string; readonly version: string | undefined }) => {
  const content = useMemo(() => beginning(richTextOfMarkdown(text).content ?? [], { left: SHOWN_MOST }), [text])
  return <RichTextView content={{ type: 'doc', content }} version={version} className="free-text" />
}

const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

type SaysProps = {
  readonly entry: ItemEntry
  readonly kind: KeptKind
  readonly item: Item
  readonly says: Findable
  readonly around: PadAround
}

const Says = ({ entry, kind, item, says, around }: SaysProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const yours = useHighlightColor(around.owner)
  const { title, text, color, passage } = says
  const own = kind.pathOf?.(idNamed(entry))
  const place = passage && citation(nameOfPassage(passage, language), passage.version)
  const path = own ?? (passage ? pathOfPassage(passage) : null)
  const textLanguage = useVersionLanguage(color === null ? undefined : passage?.version)
  // Of an item with a page of its own, except a note, only the title and the length are shown.
  const isOutline = own !== undefined && entry.kind !== 'note'
  const { text: whole = text, style } = item as { readonly text?: string; readonly style?: 'underline' }
  const Text = whole.length > SHOWN_MOST && !around.isWhole ? Beginning : FreeText
  const head = title ?? (isOutline || color !== null ? place : null)
  return (
    <>
      {head && <p className="pad-name">{path ? <Link to={path}>{head}</Link> : head}</p>}
      {!isOutline && color !== null && (
        <p className="pad-scripture" lang={textLanguage}>
          <mark data-paint={paintOf(color === SETTINGS_COLOR ? yours : color, style)} className="rounded-sm px-0.5">
            {text}
          </mark>
        </p>
      )}
      {!isOutline && color === null && <Text text={whole} version={passage?.version} />}
      <p className="pad-small">
        {sayYours(t, entry.kind)}
        {place && head !== place && (
          <>
            {' · '}
            {path ? <Link to={path}>{place}</Link> : place}
          </>
        )}
        {isOutline && text !== '' && ` · ${t('pads.words', { count: wordsIn(text) })}`}
        {` · ${formatDay(says.changedAt, language)}`}
        <span className="print:hidden"> · {t('pads.everywhere')}</span>
      </p>
    </>
  )
}

const Known = ({ entry, kind, around }: Omit<SaysProps, 'item' | 'says'>) => {
  const { t } = useTranslation()
  const own = useOwnItem(around.owner, kind, idNamed(entry))
  if (own.status === 'coming') return <div className="skeleton h-14" role="status" aria-label={t('loading')} />
  if (own.status === 'here') return <Says entry={entry} kind={kind} item={own.item} says={own.says} around={around} />
  return (
    <p className="text-sm text-muted">
      {t(own.status === 'gone' ? 'pads.itemGone' : 'pads.itemAway', { what: sayYours(t, entry.kind) })}
    </p>
  )
}

/** One of the person's items in its present state. `isNear`: the entry is near the screen, so its item is fetched. */
export const ItemView = ({ entry, isNear }: { readonly entry: ItemEntry; readonly isNear: boolean }) => {
  const around = use(Around)
  const kind = around?.kinds?.find(({ history }) => history === entry.kind)
  return (
    <div className="pad-piece" data-mine>
      {around && kind && isNear ? <Known entry={entry} kind={kind} around={around} /> : <div className="pad-blank" />}
    </div>
  )
}
