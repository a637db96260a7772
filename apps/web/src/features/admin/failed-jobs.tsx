import type { SystemReport } from '@pathlight/contracts/system.ts'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { RotateCcw } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AdminSection } from './admin-section.tsx'
import { sayTime } from './say-entry.ts'

/** Jobs that no worker tries any more, each with a button that has it tried. `queryKey`: of what tells them. */
export const FailedJobs = ({ jobs, queryKey }: { jobs: SystemReport['jobs']; queryKey: QueryKey }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: (id: string) => write('POST', `/api/admin/jobs/${encodeURIComponent(id)}/again`),
    onSuccess: () => say(t('system.jobTaken')),
    onError: (error) => say(sayProblem(t, error) ?? t('system.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey }),
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
      <ul className="grid divide-y divide-line border-y border-line">
        {latest.map(({ id, name, tries, failedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <span className="min-w-0 grow basis-56">
              <span className="font-medium">{name}</span>
              <span className="block text-sm text-muted wrap-anywhere">
                {t('system.jobAt', {
                  count: tries,
                  when: failedAt === null ? t('system.unknown') : sayTime(failedAt, language),
                })}
              </span>
              <code className="block text-xs text-muted wrap-anywhere select-all">{id}</code>
            </span>
            <Button
              aria-label={t('system.jobAgain', { name })}
              busy={again.isPending && again.variables === id}
              onClick={() => again.mutate(id)}
            >
              <RotateCcw size={17} strokeWidth={1.8} aria-hidden />
              {t('tryAgain')}
            </Button>
          </li>
        ))}
      </ul>
      {failed !== null && failed > latest.length && (
        <p className="mt-2 text-sm text-muted">{t('system.jobsMore', { shown: latest.length, total: failed })}</p>
      )}
    </AdminSection>
  )
}
