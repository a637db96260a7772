import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { LockedNotice } from '../session/locked-notice.tsx'

/** That page says it itself, with the reason. */
const SAYS_IT = '/settings/account'

/** Above each page of a person whose account is locked: that it is, and what still works. */
export const LockedRow = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  if (pathname === SAYS_IT) return null
  return (
    <aside aria-label={t('locked.title')} className="mx-auto w-full max-w-[68rem] px-4 not-empty:pt-3 wide:px-6">
      <LockedNotice />
    </aside>
  )
}
