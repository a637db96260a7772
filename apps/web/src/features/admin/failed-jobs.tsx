import type { SystemReport } from '@pathlight/contracts/system.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { RotateCcw } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AdminSection, Row, Rows } from './admin-page.tsx'
import { systemQuery } from './admin-queries.ts'
import { sayTime } from './say-entry.ts'

/** Failed jobs, each with a retry button. */
export const FailedJobs = ({ jobs, adminId }: { jobs: SystemReport['jobs']; adminId: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: (id: string) => write('POST', `/api/admin/jobs/${encodeURIComponent(id)}/again`),
    onSuccess: () => say(t('system.jobTaken')),
    onError: (error) => say(sayProblem(t, error) ?? t('system.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey: systemQuery(adminId).queryKey }),
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
        {latest.map(({ id, name, tries, failedAt }) => (
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
                <code className="block text-xs text-muted wrap-anywhere select-all">{id}</code>
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
          </Row>
        ))}
      </Rows>
      {failed !== null && failed > latest.length && (
        <p className="mt-2 text-sm text-muted">{t('system.jobsMore', { shown: latest.length, total: failed })}</p>
      )}
    </AdminSection>
  )
}
