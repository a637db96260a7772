import type { User } from '@pathlight/contracts/accounts.ts'
import type { Share } from '@pathlight/contracts/share.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatDate } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { linkHere } from '../../study/links/links-here.ts'
import { sharesQuery } from '../../study/links/shares-query.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'

/** The person's shares, each with a button to end it. */
const SharesSection = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const heading = useId()
  const query = sharesQuery(user)
  const { data: shares, error, refetch } = useQuery(query)
  const ending = useMutation({
    mutationFn: ({ id }: Share) => write('DELETE', `/api/share/${id}`),
    onSuccess: () => say(t('links.ended')),
    onError: (problem) => say(sayProblem(t, problem) ?? t('links.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  })
  const copy = async ({ id }: Share) => {
    if (await copyText(linkHere(user.id, id) ?? '')) say(t('links.copied'))
    else say(t('links.failed'), 'error')
  }
  const titleOf = ({ title, kind }: Share) => title ?? t(`links.gone.${kind}`)
  const aboutOf = ({ until, opened, opened_at }: Share) => {
    const end = until === null ? t('links.noEnd') : t('links.ends', { date: formatDate(until, language) })
    const looks =
      opened_at === null
        ? t('links.unopened')
        : t('links.opened', { count: opened, date: formatDate(opened_at, language) })
    return `${end} · ${looks}`
  }
  return (
    <section aria-labelledby={heading} className="grid max-w-xl gap-4">
      <h2 id={heading} className="text-lg font-semibold">
        {t('links.mine')}
      </h2>
      {error && <FetchFailed words={sayProblem(t, error) ?? t('links.failed')} onRetry={() => void refetch()} />}
      {!shares && !error && <div className="skeleton h-16" />}
      {shares?.length === 0 && <p className="text-muted">{t('links.none')}</p>}
      {shares && shares.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {shares.map((share) => (
            <li key={share.id} ref={passFocusOn} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <span className="min-w-0 grow basis-60">
                <span className="block truncate font-medium">{titleOf(share)}</span>
                <span className="block text-sm text-muted">{aboutOf(share)}</span>
              </span>
              {linkHere(user.id, share.id) !== null && (
                <Button aria-label={t('links.copyNamed', { title: titleOf(share) })} onClick={() => void copy(share)}>
                  {t('links.copy')}
                </Button>
              )}
              <Button
                aria-label={t('links.endNamed', { title: titleOf(share) })}
                busy={ending.isPending}
                onClick={() => ending.mutate(share)}
              >
                {t('links.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
export default SharesSection
