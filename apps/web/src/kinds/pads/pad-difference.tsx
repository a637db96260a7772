import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rangeReference } from '../../bible/range-reference.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { LOOKS } from '../../study/history/change-looks.ts'
import { ChangedText, ShowWhole } from '../../study/history/changed-text.tsx'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { FreeTextDifference } from '../../study/rich-text/rich-text-difference.tsx'
import { TagsDifference } from '../../study/tags/tags-difference.tsx'
import { type EntryChange, padChanges } from './pad-changes.ts'

/** The number of entries to show if nothing has changed. */
const BEGINNING = 6

/** An entry in words. For an item only its kind is named, because the pad does not contain the item's words. */
const EntryWords = ({ entry }: { readonly entry: PadEntry }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  if (entry.type === 'item') return t(`history.one.${entry.kind}`)
  if (entry.type === 'text') return <FreeTextDifference before={null} after={entry.text} />
  if (entry.type !== 'passage') return <ChangedText before={null} after={entry.text} />
  const { version, verse_id, end_verse_id } = entry
  const book = parseVerseId(verse_id)?.book.name.en ?? ''
  return `${rangeReference(book, verse_id, end_verse_id ?? verse_id, language)} · ${versionLabel(version, language)}`
}

const Entry = ({ change }: { readonly change: EntryChange }) => {
  const { t } = useTranslation()
  const { kind, entry } = change
  const look = entry.type === 'heading' ? 'font-semibold' : entry.type === 'text' ? '' : 'text-accent'
  if (kind === 'changed' && entry.type === 'text')
    return <FreeTextDifference before={change.before} after={entry.text} />
  if (kind === 'changed' && entry.type === 'heading')
    return <ChangedText className={look} before={change.before} after={entry.text} />
  const Element = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
  return (
    <div className={look}>
      {kind === 'moved' && <span className="font-ui text-xs font-normal text-muted">{t('pads.moved')} </span>}
      <Element className={kind === 'added' || kind === 'removed' ? `block ${LOOKS[kind]}` : ''}>
        <EntryWords entry={entry} />
      </Element>
    </div>
  )
}

const PadDifference = ({ item, than }: DifferenceProps<Pad>) => {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const all = useMemo(() => padChanges(than?.entries ?? item.entries, item.entries), [item, than])
  const changed = all.filter(({ kind }) => kind !== 'same')
  const shown = whole ? all : changed.length > 0 ? changed : all.slice(0, BEGINNING)
  const left = all.length - shown.length
  return (
    <>
      <ChangedText className="font-scripture font-semibold" before={than?.title} after={item.title} />
      <div className="mt-1 grid gap-1.5">
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their order tells equal changes apart
          <Entry key={index} change={change} />
        ))}
      </div>
      <TagsDifference item={item} than={than} />
      {left > 0 && (
        <>
          <p className="mt-1 text-xs text-muted">{t('pads.leftOut', { count: left })}</p>
          <ShowWhole onShow={() => setWhole(true)} />
        </>
      )}
    </>
  )
}
export default PadDifference
