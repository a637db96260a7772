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

/** Set once the hint was closed on this device. */
const CLOSED = 'korean-text-hint'

/** So often it is looked whether a text has come, in milliseconds: it may be on its way since the server started. */
const LOOK_EVERY_MS = 10_000
const PROGRESS_EVERY_MS = 1_000

/** Whether this machine runs the app. Only then the server may take this browser for the operator's. */
const isOwnMachine = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)

const isOver = ({ state }: BibleErrand) => state === 'done' || state === 'failed'
const errandsQuery = queryOptions({
  queryKey: ['admin', 'bibles'],
  queryFn: ({ signal }) => read<{ errands: readonly BibleErrand[] }>('/api/admin/bibles', signal),
  enabled: isOwnMachine,
  retry: false,
  refetchInterval: ({ state }) => (state.data?.errands.some((one) => !isOver(one)) ? PROGRESS_EVERY_MS : false),
})

/** For a person who opens the app on the server's own machine: brings the text by one press, shows how far it is. */
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
          className="mt-2 w-full accent-(--accent)"
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

/** A link to the same passage in the text that has come. */
const Arrived = ({ version }: { version: Version }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [, , , book = '', chapter = ''] = pathname.split('/').map(decodeURIComponent)
  const place = readPassage({ version: version.code, book, chapter })
  const to = place.book === null ? '/bible-reading' : passagePath({ ...place, book: place.book })
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
 * Where there is no Korean text, says quietly how one comes here, until the person closes it. Says also that it has
 * come. For the Korean interface.
 */
const KoreanTextHint = () => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [closed, setClosed] = useState(() => deviceStorage.get(CLOSED) !== null)
  /** There was none when the page was opened. */
  const [missed, setMissed] = useState(false)
  const { data } = useQuery({
    ...versionsQuery,
    refetchInterval: ({ state }) =>
      state.data?.versions.some(({ language, available }) => language.startsWith('ko') && available) === false
        ? LOOK_EVERY_MS
        : false,
  })
  const korean = data?.versions.filter(({ language }) => language.startsWith('ko')) ?? []
  const free = korean.find(({ command, available }) => command !== null && !available)
  const here = korean.find(({ available }) => available)
  const came = missed && here !== undefined
  useEffect(() => {
    if (free && !here) setMissed(true)
  }, [free, here])
  useEffect(() => {
    // What was refused because the text was not here is asked for again.
    if (came) void queries.invalidateQueries({ queryKey: ['bible', 'chapter'] })
  }, [came, queries])
  const { pathname } = useLocation()
  const isRead = here !== undefined && pathname.startsWith(`/bible/${here.code}/`)
  if (closed || isRead || (!came && (here || !free))) return null
  const close = () => {
    if (!came) deviceStorage.set(CLOSED, 'yes')
    setClosed(true)
  }
  return (
    <>
      {/* Room for it after the last verse. */}
      <div className="h-44 wide:hidden print:hidden" />
      <aside
        data-offer
        className="floating at-foot print:hidden flex max-h-[calc(100dvh-6rem)] max-w-120 items-start gap-2 overflow-y-auto py-3 pr-2 pl-4 text-sm"
      >
        <div className="min-w-0 grow py-1.5">
          {came ? (
            <Arrived version={here} />
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
