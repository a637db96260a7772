import type { AuditEntry } from '@pathlight/contracts/admin.ts'
import type { AuditKind } from '@pathlight/contracts/admin-rules.ts'
import { HISTORY_ACTIONS, type HistoryAction } from '@pathlight/contracts/history-rules.ts'
import { HISTORY_KINDS, type HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { TFunction } from 'i18next'
import { bookLanguage, chapterHeading, verseReference } from '../../bible/passage-names.ts'
import { localeOf } from '../../locales/format-date.ts'
import type { Language } from '../../locales/words.ts'
import { deviceName } from '../../study/history/device-in-words.ts'
import { sayItemChange } from '../../study/history/say-item-change.ts'

const isOfItem = (kind: AuditKind): kind is HistoryKind => (HISTORY_KINDS as readonly string[]).includes(kind)
const isOfHistory = (action: AuditEntry['action']): action is HistoryAction =>
  (HISTORY_ACTIONS as readonly string[]).includes(action)

/** The name of a kind, as it is written within a sentence: "note", "account". */
export const sayKind = (t: TFunction, kind: AuditKind): string =>
  kind === 'account' || kind === 'admin' ? t(`admin.kind.${kind}`) : t(`history.one.${kind}`).toLowerCase()

/** A change in a few words: "Note added", "Made an admin". */
export const sayChange = (t: TFunction, { action, kind }: Pick<AuditEntry, 'action' | 'kind'>): string =>
  isOfItem(kind) && isOfHistory(action) ? sayItemChange(t, kind, action) : t(`admin.did.${action}`)

/** The passage of a change: John 3:16 · KJV. Empty if the change has none. */
export const sayPassage = ({ passage }: AuditEntry, language: Language): string => {
  if (passage === null) return ''
  const { book, chapter, version, verse_id: first, end_verse_id: last } = passage
  const named = bookLanguage(language)
  const where = () => {
    if (first === null || last === null) return chapterHeading(book, chapter, named)
    const [verse, through, endChapter] = [first % 1_000, last % 1_000, Math.floor(last / 1_000) % 1_000]
    if (endChapter === chapter) return verseReference({ book, chapter, verse, through }, named)
    return `${verseReference({ book, chapter, verse }, named)} – ${endChapter}:${through}`
  }
  return version === '' ? where() : `${where()} · ${versionLabel(version, language)}`
}

/** A username, or words for the operator, the settings or a closed account. */
export const saySomebody = (t: TFunction, { id, name }: AuditEntry['person']): string => {
  if (name !== null) return name
  if (id === 'operator') return t('admin.audit.operator')
  return id === 'settings' ? t('admin.audit.settings') : t('admin.audit.closed')
}

export const sayDevice = (t: TFunction, { device }: AuditEntry): string => {
  return device === null ? t('admin.audit.noDevice') : deviceName(t, device.label)
}

/** A time in this device's time zone, to the second. The year is left out if it is this year. */
export const sayTime = (iso: string, language: Language): string => {
  const at = new Date(iso)
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return new Intl.DateTimeFormat(localeOf(language), {
    ...(!isThisYear && { year: 'numeric' }),
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }).format(at)
}
