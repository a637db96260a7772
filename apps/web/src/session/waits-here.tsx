import { useTranslation } from 'react-i18next'
import { useSession } from './use-session.ts'

/** Says below an editor that its words wait on this device, and for what. `unreached`: what its kind says while the server does not answer. */
export const WaitsHere = ({ unreached }: { readonly unreached: string }) => {
  const { t } = useTranslation()
  const isLocked = useSession()?.locked === true
  return (
    <p role="status" className="text-sm text-muted">
      {isLocked ? t('writes.untilUnlocked') : unreached}
    </p>
  )
}
