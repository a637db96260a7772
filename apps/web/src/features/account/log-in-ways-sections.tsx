import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '../../locales/server-message.ts'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { myLogInWaysQuery } from './account-queries.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

const LogInWaysSections = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const { data: ways, error, refetch } = useQuery(myLogInWaysQuery(user))
  if (ways)
    return (
      <>
        <PasskeysSection user={user} passkeys={ways.passkeys} />
        <SecondFactorSection user={user} ways={ways} />
        {ways.provider && <ProviderSection user={user} provider={ways.provider} />}
      </>
    )
  if (!error) return <div className="skeleton h-32" />
  return <FetchFailed words={sayProblem(t, error) ?? t('account.failed')} onRetry={() => void refetch()} />
}
export default LogInWaysSections
