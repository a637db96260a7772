import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import type { KeptKind } from '../../study/offline-kind.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { FolderDown } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ExportSection } from './export-section.tsx'
import { ImportSection } from './import-section.tsx'

const OfflineSection = lazy(() => import('./offline-section.tsx'))

type Props = { readonly offlineKinds: () => Promise<readonly KeptKind[]> }

const Content = ({ offlineKinds }: Props) => {
  const { t } = useTranslation()
  const user = useSession()
  const checked = useSessionChecked()
  if (!checked) return <LoadingText />
  if (!user)
    return (
      <PleaseLogIn icon={FolderDown} title={t('server.not_logged_in')}>
        {t('data.pleaseText')}
      </PleaseLogIn>
    )
  return (
    <div key={user.id} className="grid gap-10">
      <Fetched loading={<div className="skeleton h-36" />}>
        <OfflineSection user={user} offlineKinds={offlineKinds} />
      </Fetched>
      <ExportSection />
      <ImportSection user={user} />
    </div>
  )
}

/** The page /settings/data: offline data on this device, export, and import. */
export const DataPage = ({ offlineKinds }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('data.title')} />
      <h1 className="mb-5 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">{t('data.title')}</h1>
      <Content offlineKinds={offlineKinds} />
    </>
  )
}
