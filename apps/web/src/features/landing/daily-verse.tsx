import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { settingsQuery } from '../../session/settings-query.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Share2 } from '../../ui/icons.ts'
import { dailyVerseQuery } from './daily-verse-query.ts'
import { useToday } from './use-today.ts'

const ShareDialog = lazy(() => withWords(['share'], () => import('../../bible/share-dialog.tsx')))

/** The verse of the day and the way into its chapter. */
export const DailyVerse = ({ user }: { user: User | null }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [sharing, setSharing] = useState(false)
  const { data: settings } = useQuery(settingsQuery(user))
  const today = useToday()
  // The server knows its own day. Where the reader has another one, its verse keeps the room, and is not seen.
  const { data: served } = useQuery({ ...dailyVerseQuery(language), enabled: false })
  const everybodys = useQuery({
    ...dailyVerseQuery(language, { date: today ?? '' }),
    enabled: today !== null,
    ...(served?.date === today && { initialData: served }),
  })
  const preferred = settings?.defaultVersion
  // In the version that the person reads. Until that comes, and where it does not come, as every visitor sees it.
  const own = useQuery({
    ...dailyVerseQuery(language, { date: today ?? '', version: preferred ?? '' }),
    enabled: today !== null && preferred !== undefined,
    retry: false,
  })
  const { isError, refetch } = everybodys
  const todays = own.data ?? everybodys.data
  const daily = todays ?? (isError ? undefined : served)
  if (isError && !daily)
    return (
      <div role="alert" className="flex min-h-32 flex-wrap items-center gap-4 text-muted">
        <p>{t('landing.dailyFailed')}</p>
        <Button onClick={() => refetch()}>{t('tryAgain')}</Button>
      </div>
    )
  if (!daily)
    return (
      <div role="status" className="grid min-h-32 content-start gap-4 pt-2">
        <span className="sr-only">{t('loading')}</span>
        <div className="skeleton h-5 w-full max-w-[34rem]" />
        <div className="skeleton h-5 w-2/3 max-w-88" />
        <div className="skeleton mt-1 h-4 w-32" />
      </div>
    )
  const { version, book, chapter, verse } = daily
  return (
    <figure
      data-day={daily.date}
      className={`grid min-h-32 items-end gap-5 wide:grid-cols-[1fr_auto] ${today !== null && !todays ? 'invisible' : ''}`}
    >
      <div lang={daily.language}>
        <blockquote className="max-w-[46rem] font-scripture text-[clamp(1.25rem,1.1rem+0.8vw,1.7rem)] leading-[1.55] text-pretty">
          {daily.text}
        </blockquote>
        <figcaption className="mt-3 text-sm text-muted">
          {daily.reference} · {version}
        </figcaption>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setSharing(true)} className="noscript:hidden">
          <Share2 size={18} strokeWidth={1.8} aria-hidden />
          {t('landing.share')}
        </Button>
        <Link
          to={`/bible/${encodeURIComponent(version)}/${encodeURIComponent(book)}/${chapter}${verse ? `#v${verse}` : ''}`}
          className="control plain"
        >
          {t('landing.readChapter')}
        </Link>
      </div>
      <Fetched>
        {sharing && (
          <ShareDialog
            passage={{
              version,
              book,
              chapter,
              verse,
              ...(daily.endVerse !== null && daily.endChapter === chapter && { through: daily.endVerse }),
              text: daily.text,
              reference: daily.reference,
            }}
            onClose={() => setSharing(false)}
          />
        )}
      </Fetched>
    </figure>
  )
}
