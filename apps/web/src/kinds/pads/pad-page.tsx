import type { User } from '@pathlight/contracts/accounts.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { lazy, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { editDraftKey } from '../../study/draft-keys.ts'
import { beginEditing, wasSaved } from '../../study/editor/begin-editing.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { ChevronLeft, Library } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { editedPads } from './edited-pads.ts'
import { newPadDraft, padDrafts } from './pad-drafts.ts'
import type { PadEditorProps } from './pad-editor.tsx'
import { usePad } from './pad-query.ts'

const PadEditor = lazy(() => import('./pad-editor.tsx'))

const LIST = '/my-memos/pads'

const Skeleton = () => {
  const { t } = useTranslation()
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}

type OpenProps = Pick<PadEditorProps, 'owner' | 'pad' | 'onSaved' | 'onUnsaved' | 'onRemoved' | 'onCancel'> & {
  readonly id: string
}

const Begun = ({ id, ...rest }: OpenProps) => {
  const { owner, pad } = rest
  const [beginning] = useState(() =>
    beginEditing(editedPads, owner.id, {
      fresh: pad ? padDrafts.of(pad) : newPadDraft(id),
      keptAt: editDraftKey('pads', owner.id, id),
    }),
  )
  const [isSaved] = useState(() => pad === null && wasSaved(editedPads, owner.id, id))
  return isSaved ? <Navigate replace to={`${LIST}/${id}`} /> : <PadEditor {...rest} beginning={beginning} />
}

/** A pad, new or known, with its unsaved words. */
const Open = (props: Omit<OpenProps, 'onUnsaved' | 'onCancel'>) => {
  const { t } = useTranslation()
  const isOpen = useKeptWorkOpen()
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  const [round, setRound] = useState(0)
  const cancel = useCallback(() => guard(() => setRound((before) => before + 1)), [guard])
  const title = props.pad?.title ?? t('pads.newTitle')
  return (
    <>
      {/* Also the name of a PDF that is printed from here. */}
      <PageHead title={title} />
      <h1 className="sr-only">{title}</h1>
      <Fetched loading={<Skeleton />}>
        {isOpen ? <Begun key={round} {...props} onUnsaved={onUnsaved} onCancel={cancel} /> : <Skeleton />}
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

const nothing = () => undefined

const Known = ({ owner, id }: { readonly owner: User; readonly id: string }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { item, error, refetch } = usePad(owner, id)
  // The words stay if the pad is removed elsewhere meanwhile.
  const [known, setKnown] = useState<Pad | null>(null)
  if (item && item !== known) setKnown(item)
  const leave = useCallback(() => navigate(LIST, { replace: true }), [navigate])
  if (known) return <Open owner={owner} id={id} pad={known} onSaved={nothing} onRemoved={leave} />
  if (error || item === null)
    return (
      <Instead>
        <Notice
          tone="error"
          title={(error && sayProblem(t, error)) ?? t(error ? 'pads.loadFailed' : 'server.pad_not_found')}
          actions={
            <>
              <Button onClick={() => refetch()}>{t('tryAgain')}</Button>
              <Link to={LIST} className="control plain">
                {t('pads.back')}
              </Link>
            </>
          }
        />
      </Instead>
    )
  return <LoadingText />
}

/** A new pad: until it is saved, it is a draft on this device. */
const New = ({ owner, id }: { readonly owner: User; readonly id: string }) => {
  const navigate = useNavigate()
  const open = useCallback(() => navigate(`${LIST}/${id}`, { replace: true }), [navigate, id])
  const leave = useCallback(() => navigate(LIST, { replace: true }), [navigate])
  return <Open owner={owner} id={id} pad={null} onSaved={open} onRemoved={leave} />
}

/** /my-memos/pads/{id}: a study pad, to read and to write; `?new` begins one. */
export const Component = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [asked] = useSearchParams()
  const user = useSession()
  const checked = useSessionChecked()
  // A person whose session ends can go on writing.
  const [owner, setOwner] = useState(user)
  if (user && user.id !== owner?.id) setOwner(user)
  if (!checked) return <LoadingText />
  const Page = asked.has('new') ? New : Known
  return (
    <div className="mx-auto max-w-[46rem] bg-paper px-4 py-6 [--beside:0px] [--ground:var(--paper)] wide:px-6 wide:py-9">
      <Link to={LIST} className="control quiet mb-1 -ml-4 print:hidden!">
        <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
        {t('pads.back')}
      </Link>
      {owner ? (
        <Page key={`${owner.id} ${id}`} owner={owner} id={id} />
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
