import type { BibleErrand } from '@pathlight/contracts/admin-bibles.ts'
import type { Version } from '@pathlight/contracts/bible.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { read, write } from '../api/request.ts'
import { passagePath, readPassage } from '../bible/passage-path.ts'
import { versionsQuery } from '../bible/versions-query.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { X } from '../ui/icons.ts'

/** The key in local storage that is set once the person closed the hint. */
const CLOSED = 'korean-text-hint'

/**
 * How often the page asks whether a Korean text has arrived, in milliseconds. The server may have begun to fetch one
 * when it started.
 */
const CHECK_EVERY_MS = 10_000
const PROGRESS_EVERY_MS = 1_000

/**
 * Whether the address of the app is this machine's own. Only then may the server treat this browser as the operator's.
 */
const isOwnMachine = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)

const isOver = ({ state }: BibleErrand) => state === 'done' || state === 'failed'
const errandsQuery = queryOptions({
  queryKey: ['admin', 'bibles'],
  queryFn: ({ signal }) => read<{ errands: readonly BibleErrand[] }>('/api/admin/bibles', signal),
  enabled: isOwnMachine,
  retry: false,
  refetchInterval: ({ state }) => (state.data?.errands.some((one) => !isOver(one)) ? PROGRESS_EVERY_MS : false),
})

/**
 * A button that makes the server fetch the text, and shows the progress. It is only for a person on the server's own
 * machine; others see `otherwise`.
 */
const BringButton = ({ code, otherwise }: { code: string; otherwise: ReactNode }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data } = useQuery(errandsQuery)
  const bring = useMutation({
    mutationFn: () => write('POST', '/api/admin/bibles', { body: { bible: code } }),
    onSettled: () => queries.invalidateQueries({ queryKey: errandsQuery.queryKey }),
  })
  const errand = data?.errands.find(({ wanted }) => wanted.toUpperCase() === code)
  const arrived = errand?.state === 'done'
  useEffect(() => {
    if (arrived) void queries.invalidateQueries({ queryKey: versionsQuery.queryKey })
  }, [arrived, queries])
  if (!data) return otherwise
  if (errand && !isOver(errand))
    return (
      <div role="status">
        <p>{t('aboutText.bringing')}</p>
        <progress
          aria-label={t('aboutText.bringing')}
          {...(errand.of !== null && { value: errand.done, max: errand.of })}
        />
      </div>
    )
  const failed = errand?.state === 'failed' || bring.isError
  return (
    <>
      <p role={failed ? 'alert' : undefined} className={`text-pretty break-keep ${failed ? 'text-danger' : ''}`}>
        {t(failed ? 'aboutText.bringFailed' : 'aboutText.bringText')}
      </p>
      <Button look="primary" busy={bring.isPending} onClick={() => bring.mutate()} className="mt-2.5">
        {t(failed ? 'tryAgain' : 'aboutText.bring')}
      </Button>
    </>
  )
}

/** A link to the same passage in the text that has arrived. */
const Arrived = ({ version }: { version: Version }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [, , , book = '', chapter = ''] = pathname.split('/').map(decodeURIComponent)
  const target = readPassage({ version: version.code, book, chapter })
  const to = target.book === null ? '/bible-reading' : passagePath({ ...target, book: target.book })
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {t('aboutText.came')}
      <Link to={to} className="control primary">
        {t('aboutText.readIt')}
      </Link>
    </div>
  )
}

/**
 * A hint for the Korean interface. If the library has no Korean text, it says how to add one, until the person closes
 * it. It also says when a text has arrived.
 */
const KoreanTextHint = () => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [closed, setClosed] = useState(() => deviceStorage.get(CLOSED) !== null)
  /** Whether the library had no Korean text at some time since the page was opened. */
  const [wasMissing, setWasMissing] = useState(false)
  const { data } = useQuery({
    ...versionsQuery,
    refetchInterval: ({ state }) =>
      state.data?.versions.some(({ language, available }) => language.startsWith('ko') && available) === false
        ? CHECK_EVERY_MS
        : false,
  })
  const korean = data?.versions.filter(({ language }) => language.startsWith('ko')) ?? []
  const free = korean.find(({ command, available }) => command !== null && !available)
  const installed = korean.find(({ available }) => available)
  const hasArrived = wasMissing && installed !== undefined
  useEffect(() => {
    if (free && !installed) setWasMissing(true)
  }, [free, installed])
  useEffect(() => {
    // Fetches again the chapters that failed because the text was missing.
    if (hasArrived) void queries.invalidateQueries({ queryKey: ['bible', 'chapter'] })
  }, [hasArrived, queries])
  const { pathname } = useLocation()
  const isRead = installed !== undefined && pathname.startsWith(`/bible/${installed.code}/`)
  if (closed || isRead || (!hasArrived && (installed || !free))) return null
  const close = () => {
    if (!hasArrived) deviceStorage.set(CLOSED, 'yes')
    setClosed(true)
  }
  return (
    <>
      {/* Leaves room for the hint below the last verse. */}
      <div className="h-44 wide:hidden print:hidden" />
      <aside
        data-offer
        className="floating at-foot print:hidden flex max-h-[calc(100dvh-6rem)] max-w-120 items-start gap-2 overflow-y-auto py-3 pr-2 pl-4 text-sm"
      >
        <div className="min-w-0 grow py-1.5">
          {hasArrived ? (
            <Arrived version={installed} />
          ) : (
            free && (
              <BringButton
                code={free.code}
                otherwise={<p className="text-pretty break-keep">{t('aboutText.noKoreanText')}</p>}
              />
            )
          )}
        </div>
        <IconButton icon={X} label={t('close')} onClick={close} />
      </aside>
    </>
  )
}

export default KoreanTextHint
