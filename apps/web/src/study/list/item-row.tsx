import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type Item, isRefused, type PendingWrite } from '../../api/pending-write.ts'
import { verseReference } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'

type Props = {
  readonly ref?: Ref<HTMLAnchorElement>
  readonly place: {
    readonly version: string
    readonly book: string
    readonly chapter: number
    readonly verse: number
    readonly through?: number
  }
  /** The item's date, ISO 8601. */
  readonly at: string
  /** The unsent write of the item. Undefined if there is none. */
  readonly write: Pick<PendingWrite<Item>, 'state'> | undefined
  readonly children: ReactNode
}

/**
 * An item on verses as a row of a list: a link to the passage, the words, the date, and the state of an unsent write.
 */
export const ItemRow = ({ ref, place, at, write, children }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Link
      ref={ref}
      to={passagePath(place, place.verse, place.through)}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5 rounded-sm py-4 transition-colors duration-(--fast) hover:bg-sunk wide:grid-cols-[8.5rem_minmax(0,1fr)_auto] wide:gap-x-4 wide:px-3"
    >
      <span className="font-scripture font-semibold wrap-anywhere">
        {verseReference(place, language)}
        <span className="font-ui text-xs font-medium text-muted wide:block">
          <span className="wide:sr-only"> · </span>
          {versionLabel(place.version, language)}
        </span>
      </span>
      <div className="min-w-0 max-wide:col-span-2 max-wide:row-start-2">{children}</div>
      <span className="text-right text-xs text-muted">
        {write && <strong className="font-medium">{t(isRefused(write) ? 'writes.refused' : 'writes.waits')} · </strong>}
        <span className="whitespace-nowrap">{formatDay(at, language)}</span>
      </span>
    </Link>
  )
}
