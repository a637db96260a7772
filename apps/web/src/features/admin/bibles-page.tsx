import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AddBible } from './add-bible.tsx'
import { BiblesHere, Errands } from './bibles-here.tsx'
import { biblesQuery } from './bibles-query.ts'
import { ImportBible } from './import-bible.tsx'
import { useStillAdmin } from './use-still-admin.ts'

type Wanted = { readonly bible: string; readonly version?: string; readonly update?: true }

const Bibles = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const { queryKey } = biblesQuery(adminId)
  const { data, error, refetch } = useQuery(biblesQuery(adminId))
  useStillAdmin(error)
  const lookAgain = () => queries.invalidateQueries({ queryKey, exact: true })
  const bring = useMutation({
    mutationFn: (body: Wanted) => write('POST', '/api/admin/bibles', { body }),
    onError: (problem) => say(sayProblem(t, problem) ?? t('bibles.failed'), 'error'),
    onSettled: lookAgain,
  })
  const arrived = data?.errands.filter(({ state }) => state === 'done').length ?? 0
  useEffect(() => {
    // The reader of this page has what came, too.
    if (arrived > 0) void queries.invalidateQueries({ queryKey: versionsQuery.queryKey })
  }, [arrived, queries])
  if (error && !data)
    return (
      <Notice
        tone="error"
        title={sayProblem(t, error) ?? t('bibles.failed')}
        actions={<Button onClick={() => void refetch()}>{t('tryAgain')}</Button>}
      />
    )
  if (!data) return <div className="skeleton h-[60dvh]" role="status" aria-label={t('loading')} />
  const { here, errands } = data
  return (
    <>
      <Errands errands={errands} />
      <BiblesHere
        here={here}
        adminId={adminId}
        isBusy={bring.isPending}
        onUpdate={({ code, wanted }) => wanted && bring.mutate({ bible: wanted, version: code, update: true })}
      />
      <AddBible adminId={adminId} here={here} isBusy={bring.isPending} onAdd={(bible) => bring.mutate({ bible })} />
      <ImportBible onSent={() => void lookAgain()} />
    </>
  )
}

/** /admin/bibles: which texts are here, and how others come. */
export const Component = () => {
  const { t } = useTranslation()
  const user = useSession()
  if (!user) return null
  return (
    <>
      <PageHead title={t('bibles.title')} />
      <h1 className="font-scripture text-[1.9rem] leading-tight font-semibold">{t('bibles.title')}</h1>
      <p className="mt-1 mb-4 text-sm text-pretty text-muted">{t('bibles.text')}</p>
      <Bibles adminId={user.id} />
    </>
  )
}
