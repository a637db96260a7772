import type { User } from '@pathlight/contracts/accounts.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isRefused } from '../api/pending-write.ts'
import { useUnsent } from '../study/use-unsent.ts'
import { WAITING_PATH } from '../study/waiting-mark.tsx'
import { Send } from '../ui/icons.ts'

/**
 * A sign in the navigation bar while a write of the person was refused and needs their choice; a link to the list of
 * those writes.
 */
const UndecidedSign = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation()
  const count = useUnsent(user.id).filter(isRefused).length
  if (count === 0) return null
  const label = t('writes.undecided', { count })
  return (
    <Link to={WAITING_PATH} aria-label={label} title={label} className="icon-control relative">
      <Send size={20} strokeWidth={1.8} aria-hidden />
      <span aria-hidden className="absolute top-2 right-2 size-2 rounded-full bg-danger" />
    </Link>
  )
}
export default UndecidedSign
