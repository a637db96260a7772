import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { LockedNotice } from '../session/locked-notice.tsx'

/** This page itself says that the account is locked, and why. */
const ACCOUNT_PAGE = '/settings/account'

/** Shown above each page while the person's account is locked: says so, and what still works. */
export const LockedRow = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  if (pathname === ACCOUNT_PAGE) return null
  return (
    <aside aria-label={t('locked.title')} className="mx-auto w-full max-w-[68rem] px-4 not-empty:pt-3 wide:px-6">
      <LockedNotice />
    </aside>
  )
}
