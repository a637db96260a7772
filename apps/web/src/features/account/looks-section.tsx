import type { User } from '@pathlight/contracts/accounts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { looksQuery, useSayLook } from '../../study/looks.ts'
import { Button } from '../../ui/button.tsx'
import { Eye } from '../../ui/icons.ts'
import { AccountRows, AccountSection } from './account-section.tsx'

/** Lists when administrators viewed the person's data or changed the account, and why. */
const LooksSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useSayLook()
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    looksQuery(user),
  )
  const when = (time: string) => formatMoment(time, language)
  return (
    <AccountSection title={t('looks.title')} text={t('looks.text')}>
      <AccountRows
        query={{ data, error, refetch: isFetchNextPageError ? fetchNextPage : refetch }}
        failed={t('looks.failed')}
        none={t('looks.none')}
      >
        {(look) => (
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
        )}
      </AccountRows>
      {hasNextPage && !error && (
        <Button className="justify-self-start" busy={isFetching} onClick={() => void fetchNextPage()}>
          {t('looks.more')}
        </Button>
      )}
    </AccountSection>
  )
}
export default LooksSection
