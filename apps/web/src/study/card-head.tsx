import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { type Item, isRefused, type PendingWrite } from '../api/pending-write.ts'
import { verseReference } from '../bible/passage-names.ts'
import { formatDay } from '../locales/format-date.ts'
import { useLanguage } from '../locales/use-language.tsx'

type Props = {
  readonly place: {
    readonly version: string
    readonly book: string
    readonly chapter: number
    readonly verse: number
    readonly through?: number
  }
  /** ISO 8601. */
  readonly at: string
  /** The server does not have it so yet. */
  readonly write: Pick<PendingWrite<Item>, 'state'> | undefined
}

/** The first line of a card: the passage, whether the server has the item, and its date. */
export const CardHead = ({ place, at, write }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <span className="flex items-center gap-2">
      <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs font-semibold text-accent">
        {verseReference(place, language)} · {versionLabel(place.version, language)}
      </span>
      <span className="ml-auto text-xs text-muted">
        {write && <strong className="font-medium">{t(isRefused(write) ? 'writes.refused' : 'writes.waits')} · </strong>}
        {formatDay(at, language)}
      </span>
    </span>
  )
}
