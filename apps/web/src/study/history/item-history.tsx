import type { User } from '@pathlight/contracts/accounts.ts'
import type { Revision } from '@pathlight/contracts/history.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Notice } from '../../ui/notice.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { deviceInWords } from './device-in-words.ts'
import { itemHistoryQuery } from './item-history-query.ts'
import type { AnyKindHistory } from './kind-history.ts'
import { sayAction } from './say-item-change.ts'
import { useRestore } from './use-restore.ts'

type Against = 'before' | 'today'

type RowProps = {
  readonly history: AnyKindHistory
  readonly revision: Revision
  /** The revision to compare with. Null for the first revision. */
  readonly than: Revision | null
  readonly isToday: boolean
  /** The history was opened at this revision, so the row is scrolled into view and marked. */
  readonly isOpened: boolean
  readonly busy: boolean
  /** Restores this revision. Null if it cannot be restored. */
  readonly onRestore: (() => void) | null
}

const Row = ({ history, revision, than, isToday, isOpened, busy, onRestore }: RowProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { action, at, device, item } = revision
  const { Difference } = history
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpened) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpened])
  return (
    <li
      ref={row}
      aria-current={isToday || undefined}
      className="relative pb-5 before:absolute before:top-1.5 before:-left-6 before:size-2.5 before:rounded-full before:border-2 before:border-line-strong before:bg-surface aria-[current=true]:before:border-accent aria-[current=true]:before:bg-accent"
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <strong className="text-sm font-semibold text-ink">{sayAction(t, history.kind, action)}</strong>
        <time dateTime={at} className="tabular-nums">
          {formatMoment(at, language)}
        </time>
        <span>{deviceInWords(t, device)}</span>
      </p>
      <div
        className={`mt-1.5 leading-relaxed ${isOpened ? '-mx-2 rounded-sm bg-glow px-2 py-1' : ''} ${action === 'removed' ? 'text-muted' : ''}`}
      >
        <Fetched loading={<div className="skeleton h-12" />}>
          <Difference item={item} than={action === 'removed' && than !== null ? item : (than?.item ?? null)} />
        </Fetched>
      </div>
      {onRestore && (
        <Button className="mt-2 min-h-11! desk:min-h-9!" busy={busy} onClick={onRestore}>
          {t('history.restoreThis')}
        </Button>
      )}
    </li>
  )
}

type Props = {
  readonly user: User
  readonly history: AnyKindHistory
  readonly id: string
  /** The revision to scroll to, if any. */
  readonly opened?: number
  /** Called with the server's answer to a restore. */
  readonly onRestored?: (answer: unknown) => void
}

/**
 * Every revision of an item, newest first, each with its difference from the previous revision or from the newest one.
 * Any revision can be restored, except the one that the item has now.
 */
const ItemHistory = ({ user, history, id, opened, onRestored }: Props) => {
  const { t } = useTranslation()
  const [against, setAgainst] = useState<Against>('before')
  const query = useInfiniteQuery(itemHistoryQuery(user, history.kind, id))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const restoring = useRestore(user, onRestored)
  const revisions = data?.pages.flatMap((page) => page.revisions) ?? []
  const [today] = revisions
  // A revision can be compared only once the previous revision has loaded.
  const rows = hasNextPage && against === 'before' ? revisions.slice(0, -1) : revisions
  const isShort = rows.length === 0 || (opened !== undefined && rows.every(({ revision }) => revision > opened))
  const needsMore = hasNextPage && isShort && !isFetchingNextPage && !error
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])

  if (error && !data)
    return <Notice tone="error" title={sayProblem(t, error) ?? t('history.loadFailed')} onRetry={refetch} />
  if (!today)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{t('loading')}</span>
        <div className="skeleton h-16" />
        <div className="skeleton h-16" />
      </div>
    )
  const asItWas = (revision: Revision) =>
    restoring.mutate({ history, id, revision: revision.revision, ifMatch: today.revision })
  return (
    <>
      {data?.pages.some(({ here }) => here) && <p className="mb-3 text-sm text-muted">{t('writes.here')}</p>}
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{t('history.against')}</legend>
        <Chip pressed={against === 'before'} onPress={() => setAgainst('before')}>
          {t('history.againstBefore')}
        </Chip>
        <Chip pressed={against === 'today'} onPress={() => setAgainst('today')}>
          {t('history.againstToday')}
        </Chip>
      </fieldset>
      <ol aria-label={t('history.revisions')} className="ml-1 border-l-2 border-line pl-4.5">
        {rows.map((revision, index) => (
          <Row
            key={revision.revision}
            history={history}
            revision={revision}
            than={against === 'today' ? today : (revisions[index + 1] ?? null)}
            isOpened={revision.revision === opened}
            isToday={revision === today && today.action !== 'removed'}
            busy={restoring.isPending}
            onRestore={revision === today && today.action !== 'removed' ? null : () => asItWas(revision)}
          />
        ))}
      </ol>
      {error && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {sayProblem(t, error) ?? t('history.loadFailed')}
        </p>
      )}
      {hasNextPage && (
        <Button ref={passFocusOn} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.older')}
        </Button>
      )}
    </>
  )
}
export default ItemHistory
