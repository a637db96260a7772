import type { User } from '@pathlight/contracts/accounts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { looksQuery, useSayLook } from '../../study/looks.ts'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Eye } from '../../ui/icons.ts'

/** The looks of administrators, and their acts on the account, with reasons. */
const LooksSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const heading = useId()
  const say = useSayLook()
  const { data: looks, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(looksQuery(user))
  const when = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
  return (
    <section aria-labelledby={heading} className="grid max-w-xl gap-3">
      <h2 id={heading} className="text-lg font-semibold">
        {t('looks.title')}
      </h2>
      <p className="text-sm text-pretty text-muted">{t('looks.text')}</p>
      {error && (
        <FetchFailed
          words={sayProblem(t, error) ?? t('looks.failed')}
          onRetry={() => void (looks ? fetchNextPage() : refetch())}
        />
      )}
      {!looks && !error && <div className="skeleton h-10" />}
      {looks?.length === 0 && <p className="text-sm">{t('looks.none')}</p>}
      {looks && looks.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {looks.map((look) => (
            <li key={`${look.at} ${look.what} ${look.item?.id}`} className="flex gap-3 py-2.5">
              <Eye size={18} strokeWidth={1.8} className="mt-0.5 mr-1 flex-none text-accent" aria-hidden />
              <div className="min-w-0 grow wrap-anywhere">
                <p>{say(look)}</p>
                {look.reason !== null && <p className="text-sm">{t('looks.reason', { reason: look.reason })}</p>}
                <time dateTime={look.at} className="text-sm text-muted">
                  {when(look.at)}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && !error && (
        <Button className="justify-self-start" busy={isFetching} onClick={() => void fetchNextPage()}>
          {t('looks.more')}
        </Button>
      )}
    </section>
  )
}
export default LooksSection
