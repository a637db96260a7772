import type { User } from '@pathlight/contracts/accounts.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet, useLocation, useParams } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.tsx'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import type { Kind } from '../../study/kind.ts'
import { useUnsent } from '../../study/use-unsent.ts'
import { WAITING_PATH } from '../../study/waiting-mark.tsx'
import { History, LogOut, NotebookPen, Tag } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useCounts } from './use-counts.ts'

const ROW =
  'flex min-h-11 flex-none items-center justify-between gap-2 rounded-full px-3.5 text-sm whitespace-nowrap wide:gap-3 wide:rounded-sm wide:px-3 wide:whitespace-normal text-muted transition-colors duration-(--fast) hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent'

const HISTORY = '/my-memos/history'
const TAGS = '/my-memos/tags'
const TITLES = { [HISTORY]: 'myMemos.history', [TAGS]: 'myMemos.tags', [WAITING_PATH]: 'waiting.title' } as const

type Props = { readonly kinds: readonly Kind[] }

const Side = ({ user, kinds }: Props & { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const leave = useLogOut()
  const unsent = useUnsent(user.id).length
  const { of: countOf } = useCounts(user)
  const { pathname } = useLocation()
  const row = useRef<HTMLElement>(null)
  // On a phone the navigation scrolls sideways. This effect scrolls it to the link of the open page.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    row.current?.scrollTo({ left: current ? current.offsetLeft - row.current.clientWidth / 3 : 0 })
  }, [pathname])
  // The navigation must not be taller than its links. Beside a long list, a browser could choose a taller navigation as
  // its scroll anchor, and the list would then move on the screen when rows are added above.
  return (
    <nav
      ref={row}
      aria-label={t('myMemos.nav')}
      className="scroll-row relative wide:mx-0 wide:grid wide:self-start wide:overflow-visible wide:px-0"
    >
      {kinds.map(({ name, path }) => (
        <NavLink key={name} to={`/my-memos/${path}`} className={ROW}>
          {t(`kinds.${name}.label`)}
          <span className="tabular-nums max-wide:hidden">{countOf(name)?.toLocaleString(language)}</span>
        </NavLink>
      ))}
      <NavLink to={TAGS} className={ROW}>
        {t('myMemos.tags')}
        <Tag size={16} strokeWidth={1.8} aria-hidden />
      </NavLink>
      <NavLink to={HISTORY} className={ROW}>
        {t('myMemos.history')}
        <History size={16} strokeWidth={1.8} aria-hidden />
      </NavLink>
      {unsent > 0 && (
        <NavLink to={WAITING_PATH} className={ROW}>
          {t('waiting.title')}
          <span className="tabular-nums">{unsent.toLocaleString(language)}</span>
        </NavLink>
      )}
      <button type="button" onClick={leave} className={ROW}>
        {t('myMemos.logOut')}
        <LogOut size={16} strokeWidth={1.8} aria-hidden />
      </button>
    </nav>
  )
}

/**
 * The frame of every page with the person's items. Each page is a route inside it, and gets the person by `usePerson`.
 * The frame asks a visitor to log in.
 */
export const MyMemosFrame = ({ kinds }: Props) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { tag } = useParams()
  const user = useSession()
  const checked = useSessionChecked()
  if (!checked) return <LoadingText />
  const kind = kinds.find(({ path }) => pathname === `/my-memos/${path}`)
  const other = Object.entries(TITLES).find(([path]) => path === pathname)?.[1]
  const title = tag ? `#${tag.trim()}` : t(other ?? (kind ? `kinds.${kind.name}.title` : 'myMemos.title'))
  return (
    <div className="mx-auto max-w-[68rem] px-4 py-6 wide:px-6 wide:py-9">
      <PageHead title={title} />
      <div className={user ? 'grid gap-5 wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-8 print:block' : ''}>
        {user && <Side user={user} kinds={kinds} />}
        <div className="min-w-0">
          <h1 className="mb-4 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold wrap-anywhere">
            {title}
          </h1>
          {user ? (
            // The key mounts the page again for another person, so that nothing of this person stays on it.
            <Outlet key={user.id} context={user} />
          ) : (
            <PleaseLogIn icon={NotebookPen} title={t('myMemos.please')}>
              {t('myMemos.pleaseText')}
            </PleaseLogIn>
          )}
        </div>
      </div>
    </div>
  )
}
