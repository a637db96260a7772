import type { User } from '@pathlight/contracts/accounts.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { lazy, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { ChevronLeft, Library } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { usePad } from './pad-query.ts'

const PadEditor = lazy(() => import('./pad-editor.tsx'))
const KeptHere = lazy(() => import('../../study/kept-here.tsx'))

const LIST = '/my-memos/pads'

const Skeleton = () => {
  const { t } = useTranslation()
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}

type PageProps = { readonly owner: User; readonly id: string; readonly isNew: boolean }

/** The editor of a pad. `pad`: null if the pad is new. */
const Open = ({ owner, id, isNew, pad }: PageProps & { readonly pad: Pad | null }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isOpen = useKeptWorkOpen()
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  const [round, setRound] = useState(0)
  const beginAnew = () => setRound(round + 1)
  const leave = useCallback(() => navigate(LIST, { replace: true }), [navigate])
  // The draft may be saved as another pad. If so, that one's page opens.
  const saved = useCallback(
    (one: Pad) => {
      if (isNew || one.id !== id) navigate(`${LIST}/${one.id}`, { replace: true, state: { keepsPlace: true } })
    },
    [navigate, id, isNew],
  )
  const title = pad?.title ?? t('pads.newTitle')
  return (
    <>
      {/* The title is also the name of a PDF that is printed from this page. */}
      <PageHead title={title} />
      <h1 className="sr-only">{title}</h1>
      <Fetched loading={<Skeleton />}>
        {isOpen ? (
          <PadEditor
            key={round}
            owner={owner}
            id={id}
            pad={pad}
            onUnsaved={onUnsaved}
            onSaved={saved}
            onRemoved={leave}
            onCancel={() => guard(pad ? beginAnew : leave)}
            onTakeSaved={beginAnew}
          />
        ) : (
          <Skeleton />
        )}
      </Fetched>
      {dialog}
    </>
  )
}

const Instead = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('pads.back')} />
      <h1 className="mb-4 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">{t('pads.back')}</h1>
      {children}
    </>
  )
}

/** A pad, new or known. A new one is a draft on this device until it is saved. If it exists already (an old tab may ask), it is edited. */
const Page = (props: PageProps) => {
  const { owner, id, isNew } = props
  const { t } = useTranslation()
  const { item, error, refetch } = usePad(owner, id)
  // The editor and its words stay if another device removes the pad.
  const [known, setKnown] = useState<Pad | null>(null)
  if (item && item !== known) setKnown(item)
  const pad = item ?? (isNew ? null : known)
  if (pad || isNew) return <Open {...props} pad={pad} />
  if (!error && item !== null) return <LoadingText />
  const missing = (
    <Instead>
      <Notice
        tone="error"
        title={(error && sayProblem(t, error)) ?? t(error ? 'pads.loadFailed' : 'server.pad_not_found')}
        onRetry={refetch}
        actions={
          <Link to={LIST} className="control plain">
            {t('pads.back')}
          </Link>
        }
      />
    </Instead>
  )
  return (
    <Fetched loading={<LoadingText />} instead={missing}>
      <KeptHere kind="pads" userId={owner.id} id={id} missing={missing} />
    </Fetched>
  )
}

/** /my-memos/pads/{id}: a study pad, to read and to write; `?new` begins one. */
export const Component = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [asked] = useSearchParams()
  const user = useSession()
  const checked = useSessionChecked()
  // A person whose session ends can continue to write.
  const [owner, setOwner] = useState(user)
  if (user && user.id !== owner?.id) setOwner(user)
  if (!checked) return <LoadingText />
  return (
    <div className="mx-auto max-w-[46rem] bg-paper px-4 py-6 [--beside:0px] [--ground:var(--paper)] wide:px-6 wide:py-9">
      <Link to={LIST} className="control quiet mb-1 -ml-4 print:hidden!">
        <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
        {t('pads.back')}
      </Link>
      {owner ? (
        <Page key={`${owner.id} ${id}`} owner={owner} id={id} isNew={asked.has('new')} />
      ) : (
        <Instead>
          <PleaseLogIn icon={Library} title={t('pads.please')}>
            {t('pads.pleaseText')}
          </PleaseLogIn>
        </Instead>
      )}
    </div>
  )
}
