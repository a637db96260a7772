import type { SystemReport } from '@pathlight/contracts/system.ts'
import type { TFunction } from 'i18next'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { RotateCcw } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AdminSection, Row, Rows } from './admin-page.tsx'
import { systemQuery } from './admin-queries.ts'
import { sayTime } from './say-entry.ts'

const ConfirmDialog = lazy(() => import('../../ui/confirm-dialog.tsx'))

type Job = SystemReport['jobs']['latest'][number]
/** The jobs whose names the interface translates. Any other job is shown by its untranslated name. */
const NAMED = [
  'welcome-mail',
  'reset-mail',
  'email-link-mail',
  'notice-mail',
  'invitation-mail',
  'contact-mail',
  'act-mail',
  'look-mail',
  'import-data',
  'close-account',
  'asked-closing',
  'write-archive',
] as const
const sayJob = (t: TFunction, name: string): string => {
  const known = NAMED.find((one) => one === name)
  return known ? t(`system.job.${known}`) : name
}
const pathOf = (id: string) => `/api/admin/jobs/${encodeURIComponent(id)}`

export const FailedJobs = ({ jobs, adminId }: { jobs: SystemReport['jobs']; adminId: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [dismissed, setDismissed] = useState<Job | null>(null)
  const act = { failed: t('system.failed'), changes: systemQuery(adminId).queryKey }
  const again = useAct({
    ...act,
    send: (id: string) => write('POST', `${pathOf(id)}/again`),
    onDone: () => say(t('system.jobTaken')),
  })
  const dismissing = useAct({
    ...act,
    send: ({ id }: Job) => write('DELETE', pathOf(id)),
    onDone: () => say(t('system.jobDismissed')),
  })
  const { failed, latest } = jobs
  if (latest.length === 0)
    return (
      <AdminSection title={t('system.jobs')}>
        <p className="text-muted">{t(failed === null ? 'system.jobsUnknown' : 'system.noJobs')}</p>
      </AdminSection>
    )
  return (
    <AdminSection title={t('system.jobs')} text={t('system.jobsText')}>
      <Rows>
        {latest.map((job) => {
          const { id, tries, failedAt } = job
          const name = sayJob(t, job.name)
          return (
            <Row
              key={id}
              text={
                <>
                  <span className="font-medium">{name}</span>
                  <span className="block text-sm text-muted wrap-anywhere">
                    {t('system.jobAt', {
                      count: tries,
                      when: failedAt === null ? t('system.unknown') : sayTime(failedAt, language),
                    })}
                  </span>
                  <code className="block text-xs text-muted wrap-anywhere">
                    {job.name} <span className="select-all">{id}</span>
                  </code>
                </>
              }
            >
              <Button
                aria-label={t('system.jobAgain', { name })}
                busy={again.isPending && again.variables === id}
                onClick={() => again.mutate(id)}
              >
                <RotateCcw size={17} strokeWidth={1.8} aria-hidden />
                {t('tryAgain')}
              </Button>
              <Button aria-label={t('system.jobDismiss', { name })} onClick={() => setDismissed(job)}>
                {t('system.dismiss')}
              </Button>
            </Row>
          )
        })}
      </Rows>
      {failed !== null && failed > latest.length && (
        <p className="mt-2 text-sm text-muted">{t('system.jobsMore', { shown: latest.length, total: failed })}</p>
      )}
      <Fetched>
        {dismissed && (
          <ConfirmDialog
            title={t('system.dismissTitle', { name: sayJob(t, dismissed.name) })}
            description={t('system.dismissText')}
            confirm={t('system.dismiss')}
            cancel={t('cancel')}
            // The dialog closes only when the row is gone. If it closed earlier, the row's button would get the focus
            // and then disappear.
            onConfirm={() =>
              !dismissing.isPending && dismissing.mutate(dismissed, { onSettled: () => setDismissed(null) })
            }
            onCancel={() => !dismissing.isPending && setDismissed(null)}
          />
        )}
      </Fetched>
    </AdminSection>
  )
}
