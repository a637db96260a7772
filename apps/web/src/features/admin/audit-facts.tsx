import { MATCHES_MOST } from '@pathlight/contracts/admin-rules.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditQuery, countsQuery, matchesQuery } from './admin-queries.ts'

/** Words in the muted colour. Their first number is in the text's full colour. */
const Counted = ({ words }: { words: string }) => {
  const number = /\d[\d.,]*/.exec(words)
  const [from, length] = [number?.index ?? 0, number?.[0].length ?? 0]
  return (
    <span>
      {words.slice(0, from)}
      <b className="font-semibold text-ink tabular-nums">{words.slice(from, from + length)}</b>
      {words.slice(from + length)}
    </span>
  )
}

/** The number of all changes, and of the changes that match the filters. */
export const AuditFacts = ({ adminId, asked }: { adminId: string; asked: URLSearchParams }) => {
  const { t } = useTranslation()
  const { data: counts } = useQuery(countsQuery(adminId))
  const { data: found } = useInfiniteQuery(auditQuery(adminId, asked))
  const [first] = found?.pages ?? []
  // If the first page has every match, the number of matches is known without a query.
  const fits = first?.next === null
  const isFiltered = asked.size > 0
  const { data: matches } = useQuery({
    ...matchesQuery(adminId, asked),
    enabled: isFiltered && first !== undefined && !fits,
  })
  const matching = () => {
    if (fits) return t('admin.audit.matches', { count: first.entries.length })
    if (matches?.more) return t('admin.audit.matchesMore', { count: MATCHES_MOST })
    return matches && t('admin.audit.matches', { count: matches.matches })
  }
  const words = isFiltered ? matching() : undefined
  return (
    <p className="mb-5 flex min-h-5 flex-wrap gap-x-6 gap-y-1 text-sm text-muted" aria-live="polite">
      {counts && <Counted words={t('admin.audit.changes', { count: counts.changes })} />}
      {words !== undefined && <Counted words={words} />}
    </p>
  )
}
