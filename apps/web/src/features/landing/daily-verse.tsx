import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.ts'
import { settingsQuery } from '../../session/settings-query.ts'
import { Button } from '../../ui/button.tsx'
import { dailyVerseQuery } from './daily-verse-query.ts'

/** The verse of the day and the way into its chapter. */
export const DailyVerse = ({ user }: { user: User | null }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: settings } = useQuery(settingsQuery(user))
  const everybodys = useQuery(dailyVerseQuery(language))
  const preferred = settings?.defaultVersion
  // In the version that the person reads; until it comes, and where it does not, as everybody sees it.
  const own = useQuery({
    ...dailyVerseQuery(language, preferred ?? ''),
    enabled: preferred !== undefined,
    retry: false,
  })
  const { isError, refetch } = everybodys
  const daily = own.data ?? everybodys.data
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
    <figure className="grid min-h-32 items-end gap-5 wide:grid-cols-[1fr_auto]">
      <div lang={daily.language}>
        <blockquote className="max-w-[46rem] font-scripture text-[clamp(1.25rem,1.1rem+0.8vw,1.7rem)] leading-[1.55] text-pretty">
          {daily.text}
        </blockquote>
        <figcaption className="mt-3 text-sm text-muted">
          {daily.reference} · {version}
        </figcaption>
      </div>
      <Link
        to={`/bible/${encodeURIComponent(version)}/${encodeURIComponent(book)}/${chapter}${verse ? `#v${verse}` : ''}`}
        className="control plain justify-self-start"
      >
        {t('landing.readChapter')}
      </Link>
    </figure>
  )
}
