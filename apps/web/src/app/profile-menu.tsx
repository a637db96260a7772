import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useAccountDialog } from '../session/account-dialogs.tsx'
import { useLogOut } from '../session/use-log-out.ts'
import { useSession, useSessionTrouble } from '../session/use-session.ts'
import { useUnsent } from '../study/use-unsent.ts'
import { WAITING_PATH } from '../study/waiting-mark.tsx'
import { IconButton } from '../ui/button.tsx'
import { BookMarked, CircleUserRound, LogIn, LogOut, Send, Settings2, ShieldCheck, UserRoundPlus } from '../ui/icons.ts'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../ui/menu.tsx'

const icon = { size: 18, strokeWidth: 1.8, 'aria-hidden': true, className: 'text-muted' } as const

/** The menu of a signed-in person. A visitor can log in or sign up, or is told that the account cannot be reached. */
const ProfileMenu = ({ openAtOnce }: { openAtOnce: boolean }) => {
  const { t } = useTranslation()
  const user = useSession()
  const troubled = useSessionTrouble() !== null
  const open = useAccountDialog()
  const navigate = useNavigate()
  const leave = useLogOut()
  const unsent = useUnsent(user?.id).length
  return (
    <Menu openAtOnce={openAtOnce} trigger={<IconButton icon={CircleUserRound} label={t('menu.profile')} />}>
      {user ? (
        <>
          <MenuHeading>
            <span className="block font-semibold wrap-anywhere">{user.username}</span>
            <span className="block text-xs text-muted wrap-anywhere">{user.email}</span>
          </MenuHeading>
          <MenuLine />
          <MenuItem icon={<BookMarked {...icon} />} onSelect={() => navigate('/my-memos')}>
            {t('menu.myMemos')}
          </MenuItem>
          {unsent > 0 && (
            <MenuItem icon={<Send {...icon} />} onSelect={() => navigate(WAITING_PATH)}>
              {t('writes.waitsCount', { count: unsent })}
            </MenuItem>
          )}
          <MenuItem icon={<Settings2 {...icon} />} onSelect={() => navigate('/settings')}>
            {t('menu.settings')}
          </MenuItem>
          {user.admin && (
            <MenuItem icon={<ShieldCheck {...icon} />} onSelect={() => navigate('/admin')}>
              {t('menu.admin')}
            </MenuItem>
          )}
          <MenuItem icon={<LogOut {...icon} />} onSelect={leave}>
            {t('menu.logOut')}
          </MenuItem>
        </>
      ) : troubled ? (
        <MenuHeading>
          <span className="block max-w-64">{t('session.unreached')}</span>
          <span className="block max-w-64 text-sm text-muted">{t('session.unreachedText')}</span>
        </MenuHeading>
      ) : (
        <>
          <MenuItem icon={<LogIn {...icon} />} onSelect={() => open('logIn')}>
            {t('menu.logIn')}
          </MenuItem>
          <MenuItem icon={<UserRoundPlus {...icon} />} onSelect={() => open('signUp')}>
            {t('menu.signUp')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
export default ProfileMenu
