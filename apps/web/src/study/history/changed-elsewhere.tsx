import type { User } from '@pathlight/contracts/accounts.ts'
import type { ItemHistory, Revision } from '@pathlight/contracts/history.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'
import { formatMoment } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { RefreshCw } from '../../ui/icons.ts'
import { deviceName } from './device-in-words.ts'
import type { AnyKindHistory } from './kind-history.ts'

/** The time for which a change counts as new, in milliseconds. */
const JUST_NOW_MS = 60_000

type Props = {
  readonly user: User
  readonly history: AnyKindHistory
  /** The saved item that the draft began from. */
  readonly base: { readonly id: string; readonly revision: number }
  /** This editor's own write waits or is being sent, so a new revision may come from that write. */
  readonly isSaving: boolean
  /** Called when the person takes the other device's state. */
  readonly onTakeIn: (item: unknown) => void
}

/**
 * Shows in an open editor that another device has changed the item, with the difference. The draft stays until the
 * person presses the button that takes the change.
 */
const ChangedElsewhere = ({ user, history, base, isSaving, onTakeIn }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [passed, setPassed] = useState(0)
  const { kind, Difference } = history
  const { data: latest } = useQuery({
    queryKey: [MINE, user.id, 'history', 'of', kind, base.id, 'latest'],
    queryFn: async ({ signal }): Promise<Revision | null> => {
      const path = `/api/history/${kind}/${encodeURIComponent(base.id)}?limit=1`
      return (await read<ItemHistory>(path, signal)).revisions[0] ?? null
    },
    staleTime: 0,
  })
  if (!latest || isSaving || latest.revision <= Math.max(base.revision, passed)) return null

  const { at, action, device } = latest
  const isGone = action === 'removed'
  const when = Date.now() - Date.parse(at) < JUST_NOW_MS ? t('sync.justNow') : formatMoment(at, language)
  const where = device.current ? t('sync.otherTab') : deviceName(t, device.label)
  return (
    <section
      aria-label={t('sync.elsewhere')}
      className="grid gap-2 rounded-sm border border-line bg-accent-soft px-3 py-2.5 text-sm"
    >
      <p role="status" className="flex items-center gap-2 font-semibold">
        <RefreshCw size={16} strokeWidth={1.8} aria-hidden className="shrink-0" />
        {t(isGone ? 'sync.removedOn' : 'sync.changedOn', { where, when })}
      </p>
      {isGone ? (
        <p className="text-muted">{t('sync.removedText')}</p>
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
          tabIndex={0}
          className="max-h-48 overflow-y-auto rounded-sm border border-line bg-paper px-3 py-2 leading-relaxed"
        >
          <Fetched loading={<div className="skeleton h-12" />}>
            <Difference item={latest.item} than={base} />
          </Fetched>
        </div>
      )}
      <div className="answers">
        {!isGone && <Button onClick={() => onTakeIn(latest.item)}>{t('sync.takeIn')}</Button>}
        <Button look="quiet" onClick={() => setPassed(latest.revision)}>
          {t('sync.goOn')}
        </Button>
      </div>
    </section>
  )
}
export default ChangedElsewhere
