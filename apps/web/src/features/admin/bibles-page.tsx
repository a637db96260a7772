import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AddBible } from './add-bible.tsx'
import { AdminPage, Asked } from './admin-page.tsx'
import { biblesQuery, countsQuery } from './admin-queries.ts'
import { BiblesHere, Errands } from './bibles-here.tsx'
import { ImportBible } from './import-bible.tsx'

type Wanted = { readonly bible: string; readonly version?: string; readonly update?: true }

const Bibles = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const { queryKey } = biblesQuery(adminId)
  const query = useQuery(biblesQuery(adminId))
  const lookAgain = () => queries.invalidateQueries({ queryKey, exact: true })
  const bring = useMutation({
    mutationFn: (body: Wanted) => write('POST', '/api/admin/bibles', { body }),
    onError: (problem) => say(sayProblem(t, problem) ?? t('bibles.failed'), 'error'),
    onSettled: lookAgain,
  })
  const arrived = query.data?.errands.filter(({ state }) => state === 'done').length ?? 0
  useEffect(() => {
    if (arrived === 0) return
    // New texts appear in the reader's list of versions, too.
    void queries.invalidateQueries({ queryKey: versionsQuery.queryKey })
    void queries.invalidateQueries({ queryKey: countsQuery(adminId).queryKey })
  }, [arrived, queries, adminId])
  return (
    <Asked query={query} failed={t('bibles.failed')} height="h-[60dvh]">
      {({ here, errands }) => (
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
      )}
    </Asked>
  )
}

/** The page /admin/bibles: the installed texts, and ways to add others. */
export const Component = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('bibles.title')} text={t('bibles.text')}>
      <Bibles adminId={adminId} />
    </AdminPage>
  )
}
