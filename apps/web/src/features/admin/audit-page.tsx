import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { mayHelpToRepeat } from '../../api/query-client.ts'
import { sayReferenceRefusal } from '../../bible/say-reference-problem.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Download, SearchX } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { AdminPage, useStillAdmin } from './admin-page.tsx'
import { auditQuery } from './admin-queries.ts'
import { AuditFacts } from './audit-facts.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { askedOf } from './audit-query.ts'
import { AuditRow } from './audit-row.tsx'

/** Moves the focus between the rows of changes with the keys Up and Down. */
const moveByArrows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const here = rows.indexOf(document.activeElement as HTMLElement)
  if (step === undefined || here < 0) return
  event.preventDefault()
  rows[here + step]?.focus()
}

const Changes = ({ adminId, asked }: { adminId: string; asked: URLSearchParams }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(adminId, asked),
  )
  useStillAdmin(error)
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const table = useRef<HTMLTableElement>(null)
  /** The number of changes that were shown when the admin asked for older changes. Null if they did not ask. */
  const before = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (before.current === null || entries.length <= before.current) return
    const [first] = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].slice(before.current)
    // The button for older changes had the focus, and disappears with the last page. The first new row gets the focus.
    if (document.activeElement === document.body) first?.focus({ preventScroll: true })
    before.current = null
  }, [entries.length])
  if (error && entries.length === 0)
    return (
      <Notice
        tone="error"
        title={sayReferenceRefusal(t, language, error) ?? t('admin.audit.failed')}
        onRetry={mayHelpToRepeat(error) && refetch}
      />
    )
  if (!data) return <div className="skeleton h-[60dvh]" role="status" aria-label={t('loading')} />
  if (entries.length === 0)
    return (
      <Notice icon={SearchX} title={t('admin.audit.none')}>
        {t('admin.audit.noneText')}
      </Notice>
    )
  const columns = [
    t('admin.audit.when'),
    t('admin.audit.person'),
    t('admin.audit.change'),
    t('admin.audit.passage'),
    t('admin.audit.device'),
  ]
  return (
    <>
      <table ref={table} className="block w-full border-collapse desk:table" onKeyDown={moveByArrows}>
        <caption className="sr-only">{t('admin.audit.title')}</caption>
        <thead className="hidden desk:table-header-group">
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-(--bar) border-b border-line-strong bg-paper px-3 py-2.5 text-left text-xs font-semibold text-muted"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block desk:table-row-group">
          {entries.map((entry) => (
            <AuditRow key={entry.position} entry={entry} adminId={adminId} />
          ))}
        </tbody>
      </table>
      <div className="my-6 grid justify-items-center gap-3 text-center text-sm text-muted">
        {hasNextPage && (
          <Button
            busy={isFetchingNextPage}
            onClick={() => {
              before.current = entries.length
              void fetchNextPage().then(({ isError }) => {
                if (isError) before.current = null
              })
            }}
          >
            {t('admin.audit.older')}
          </Button>
        )}
        {error && <p role="alert">{sayReferenceRefusal(t, language, error) ?? t('admin.audit.failed')}</p>}
        <p>{t('admin.audit.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</p>
      </div>
    </>
  )
}

/** The page /admin/audit, which lists who changed what. */
export const Component = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  const [filters, setFilters] = useSearchParams()
  const asked = askedOf(filters)
  return (
    <AdminPage
      title={t('admin.audit.title')}
      text={t('admin.audit.text')}
      action={
        <a className="control plain" href={`/api/admin/audit.csv?${asked}`} download>
          <Download size={18} strokeWidth={1.8} aria-hidden />
          {t('admin.audit.file')}
        </a>
      }
    >
      <AuditFacts adminId={adminId} asked={asked} />
      <AuditFilters
        filters={filters}
        onChange={(next) => setFilters(next, { preventScrollReset: true, flushSync: true })}
      />
      <Changes adminId={adminId} asked={asked} />
    </AdminPage>
  )
}
