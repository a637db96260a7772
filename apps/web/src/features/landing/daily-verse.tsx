import type { User } from '@pathlight/contracts/accounts.ts'
import type { DailyVerse as Daily } from '@pathlight/contracts/daily-verse.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { settingsQuery } from '../../session/settings-query.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { BookOpenText, Share2 } from '../../ui/icons.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { dailyVerseQuery } from './daily-verse-query.ts'
import { dayBeside, useToday } from './use-today.ts'

const ShareDialog = lazy(() => withWords(['share'], () => import('../../study/copying/share-dialog.tsx')))

/** The classes that make a button or link an icon without text on the page of a signed-in person. */
const AS_ICON = 'today:size-11 today:min-w-0 today:border-transparent today:bg-transparent today:p-0 today:text-muted'

/** A day's verse with its links. If it is not `shown`, it is hidden but takes up its space. */
const Verse = ({ daily, shown }: { daily: Daily; shown: boolean }) => {
  const { t } = useTranslation()
  const [isShareOpen, setShareOpen] = useState(false)
  const { version, book, chapter, verse } = daily
  return (
    <figure
      data-day={daily.date}
      className={`grid min-h-32 content-start gap-x-5 desk:grid-cols-[1fr_auto] today:grid-cols-[1fr_auto] ${shown ? '' : 'invisible'}`}
    >
      <blockquote
        lang={daily.language}
        className="max-w-[46rem] font-scripture text-[clamp(1.25rem,1.1rem+0.8vw,1.7rem)] leading-[1.55] text-pretty today:col-span-2 today:text-[clamp(1.4rem,1.15rem+1.1vw,1.9rem)] today:leading-[1.42]"
      >
        {daily.text}
      </blockquote>
      <figcaption lang={daily.language} className="mt-3 text-sm text-muted today:self-center">
        {daily.reference} · {versionLabel(version, daily.language)}
      </figcaption>
      <div className="mt-5 flex flex-wrap gap-2.5 self-end desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:mt-0 today:col-start-2 today:row-span-1 today:row-start-2 today:mt-3 today:flex-nowrap today:gap-0">
        <Button onClick={() => setShareOpen(true)} title={t('landing.share')} className={`noscript:hidden ${AS_ICON}`}>
          <Share2 size={18} strokeWidth={1.8} aria-hidden />
          <span className="today:sr-only">{t('landing.share')}</span>
        </Button>
        <Link
          to={`/bible/${encodeURIComponent(version)}/${encodeURIComponent(book)}/${chapter}${verse ? `#v${verse}` : ''}`}
          title={t('landing.readChapter')}
          className={`control plain ${AS_ICON}`}
        >
          <BookOpenText size={20} strokeWidth={1.8} className="hidden today:block" aria-hidden />
          <span className="today:sr-only">{t('landing.readChapter')}</span>
        </Link>
      </div>
      <Fetched>
        {isShareOpen && (
          <ShareDialog
            passage={{
              version,
              book,
              chapter,
              verse,
              ...(daily.endVerse !== null && daily.endChapter === chapter && { through: daily.endVerse }),
              reference: daily.reference,
              verses: [{ number: '', text: daily.text }],
            }}
            onClose={() => setShareOpen(false)}
          />
        )}
      </Fetched>
    </figure>
  )
}

export const DailyVerse = ({ user }: { user: User | null }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data: settings } = useQuery(settingsQuery(user))
  const today = useToday()
  const ofDay = (date: string) => queries.getQueryData(dailyVerseQuery(language, { date }).queryKey)
  // The server does not know the reader's day, so it sends the verses of three days. public/before-scripts.js shows one
  // of them. The others are hidden but take up their space, so that nothing moves.
  const { data: served } = useQuery({ ...dailyVerseQuery(language), enabled: false })
  const nearby = served ? [ofDay(dayBeside(served.date, -1)), served, ofDay(dayBeside(served.date, 1))] : []
  const forEverybody = useQuery({
    ...dailyVerseQuery(language, { date: today ?? '' }),
    enabled: today !== null,
    ...(served?.date === today && { initialData: served }),
  })
  const preferred = settings?.defaultVersion
  // The query for the verse in the person's preferred version. Until the answer comes, or if it fails, the page shows
  // the verse that every visitor sees.
  const inOwnVersion = useQuery({
    ...dailyVerseQuery(language, { date: today ?? '', version: preferred ?? '' }),
    enabled: today !== null && preferred !== undefined,
    retry: false,
  })
  const { isError, refetch } = forEverybody
  const todaysVerse = inOwnVersion.data ?? forEverybody.data
  if (isError && !todaysVerse)
    return (
      <div role="alert" className="flex min-h-32 flex-wrap items-center gap-4 text-muted">
        <p>{t('landing.dailyFailed')}</p>
        <Button ref={passFocusOn} onClick={() => refetch()}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  const current = today === null ? served : todaysVerse
  const all = [current, ...nearby.filter((one) => one?.date !== current?.date)].filter((one) => one !== undefined)
  if (all.length === 0)
    return (
      <div role="status" className="grid min-h-32 content-start gap-4 pt-2">
        <span className="sr-only">{t('loading')}</span>
        <div className="skeleton h-5 w-full max-w-[34rem]" />
        <div className="skeleton h-5 w-2/3 max-w-88" />
        <div className="skeleton mt-1 h-4 w-32" />
      </div>
    )
  return (
    <div className="grid *:[grid-area:1/1]">
      {all.map((daily) => (
        <Verse key={daily.date} daily={daily} shown={daily === current} />
      ))}
    </div>
  )
}
