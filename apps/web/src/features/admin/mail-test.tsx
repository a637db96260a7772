import type { Mail } from '@pathlight/contracts/backups.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { AdminSection, Asked, Problem } from './admin-page.tsx'
import { mailQuery } from './admin-queries.ts'
import { sayTime } from './say-entry.ts'

const ASK_EVERY_MS = 1_000
/** After this time without an outcome, in milliseconds, the page asks whether the worker is running. */
const SLOW_MS = 30_000

const Outcome = ({ test, wanted }: { test: Mail['test']; wanted: string | undefined }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const isWaiting = wanted !== undefined && test?.id !== wanted
  const slow = useSettled(isWaiting ? wanted : '', SLOW_MS)
  if (isWaiting) return <p>{t(slow === wanted ? 'admin.mail.slow' : 'admin.mail.sending')}</p>
  if (test === null) return null
  const when = sayTime(test.at, language)
  if (test.why === null) return <p className="text-ok">{t('admin.mail.sent', { when })}</p>
  return (
    <>
      <p className="text-danger">{t('admin.mail.failed', { when })}</p>
      <p lang="en" className="mt-1 rounded-md bg-sunk p-3 text-sm whitespace-pre-line wrap-anywhere">
        {test.why}
      </p>
    </>
  )
}

/** A button that sends the admin a test mail, and the outcome of the last one, which the admin can dismiss. */
export const MailTest = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  const sending = useMutation({ mutationFn: () => write<{ id: string }>('POST', '/api/admin/mail/test') })
  const wanted = sending.data?.id
  const queries = useQueryClient()
  const send = useRef<HTMLButtonElement>(null)
  const dismissing = useMutation({
    mutationFn: (id: string) => write('DELETE', `/api/admin/mail/test/${id}`),
    onSuccess: () => {
      sending.reset()
      // The pressed button disappears, so the send button gets the focus.
      send.current?.focus()
      return queries.invalidateQueries({ queryKey: mailQuery(adminId).queryKey })
    },
  })
  const query = useQuery({
    ...mailQuery(adminId),
    refetchInterval: ({ state }) => (wanted !== undefined && state.data?.test?.id !== wanted ? ASK_EVERY_MS : false),
  })
  return (
    <AdminSection title={t('admin.mail.title')} text={t('admin.mail.text')}>
      <Asked query={query} failed={t('system.failed')} height="h-11">
        {({ sends, test }) =>
          sends ? (
            <>
              <Button ref={send} busy={sending.isPending} onClick={() => sending.mutate()}>
                {t('admin.mail.send')}
              </Button>
              <div role="status" className="mt-3 text-[0.9375rem]">
                <Outcome test={test} wanted={wanted} />
              </div>
              {test?.why && (wanted === undefined || test.id === wanted) && (
                <Button look="quiet" busy={dismissing.isPending} onClick={() => dismissing.mutate(test.id)}>
                  {t('system.dismiss')}
                </Button>
              )}
              <Problem error={sending.error ?? dismissing.error} failed={t('system.failed')} />
            </>
          ) : (
            <p className="text-muted">{t('admin.mail.off')}</p>
          )
        }
      </Asked>
    </AdminSection>
  )
}
