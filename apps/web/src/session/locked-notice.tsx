import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sessionQuery } from './session-query.ts'
import { useSession } from './use-session.ts'

/**
 * The interval at which the page asks whether the account was unlocked, in milliseconds. The page also asks when it
 * gets the focus.
 */
const ASK_AGAIN_MS = 30_000

const LINK = 'flex min-h-10 items-center font-semibold text-accent underline'

/** Says that the account is locked. Unless `brief`, also says what still works, and links to the reason and export. */
const Locked = ({ brief }: { readonly brief: boolean }) => {
  const { t, i18n } = useTranslation()
  useQuery({ ...sessionQuery, refetchInterval: ASK_AGAIN_MS, refetchOnWindowFocus: 'always' })
  // The words load with app/person-watch.tsx. Until then nothing is shown.
  if (!i18n.exists('locked.title')) return null
  const title = <strong className="block font-semibold">{t('locked.title')}</strong>
  if (brief) return <p className="px-2 py-1 text-center text-xs">{title}</p>
  return (
    <div
      role="note"
      aria-label={t('locked.title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-sm border border-line bg-accent-soft px-3 py-2 text-sm print:hidden"
    >
      <p className="min-w-0 flex-1 basis-[16rem] text-pretty break-keep">
        {title} {t('locked.text')}
      </p>
      <span className="flex gap-5">
        <Link to="/settings/account" className={LINK}>
          {t('locked.why')}
        </Link>
        <Link to="/settings/data" className={LINK}>
          {t('locked.export')}
        </Link>
      </span>
    </div>
  )
}

/** Says that the account is locked, or renders nothing if it is not locked. `brief`: for a place with little space. */
export const LockedNotice = ({ brief = false }: { readonly brief?: boolean }) =>
  useSession()?.locked && <Locked brief={brief} />
