import type { User } from '@pathlight/contracts/accounts.ts'
import type { Share } from '@pathlight/contracts/share.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatDate } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { linkHere } from '../../study/links/links-here.ts'
import { sharesQuery } from '../../study/links/shares-query.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AccountRows, AccountSection } from './account-section.tsx'

const SharesSection = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const query = useQuery(sharesQuery(user))
  const ending = useAct({
    send: ({ id }: Share) => write('DELETE', `/api/share/${id}`),
    onDone: () => say(t('links.ended')),
    failed: t('links.failed'),
    changes: sharesQuery(user).queryKey,
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
    <AccountSection title={t('links.mine')}>
      <AccountRows query={query} failed={t('links.failed')} none={t('links.none')}>
        {(share) => (
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
        )}
      </AccountRows>
    </AccountSection>
  )
}
export default SharesSection
