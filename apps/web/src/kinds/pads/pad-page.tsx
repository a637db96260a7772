import type { User } from '@pathlight/contracts/accounts.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { editDraftKey } from '../../study/draft-keys.ts'
import { beginEditing, wasSaved } from '../../study/editor/begin-editing.ts'
import { itemQuery } from '../../study/use-item.ts'
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
import { pads, usePad } from './pad-query.ts'

const PadEditor = lazy(() => import('./pad-editor.tsx'))

const LIST = '/my-memos/pads'

const Skeleton = () => {
  const { t } = useTranslation()
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}

type OpenProps = Omit<PadEditorProps, 'beginning'> & { readonly id: string }

const Begun = ({ id, ...rest }: OpenProps) => {
  const { owner, pad } = rest
  const [beginning] = useState(() =>
    beginEditing(editedPads, owner.id, {
      fresh: pad ? padDrafts.of(pad) : newPadDraft(id),
      keptAt: editDraftKey('pads', owner.id, id),
      items: pad ? [pad] : [],
    }),
  )
  const [isSaved] = useState(() => pad === null && wasSaved(editedPads, owner.id, id))
  return isSaved ? <Navigate replace to={`${LIST}/${id}`} /> : <PadEditor {...rest} beginning={beginning} />
}

/** The editor of a pad, new or known, with the unsaved words. */
const Open = (props: Omit<OpenProps, 'onUnsaved' | 'onCancel' | 'onTakeSaved'>) => {
  const { t } = useTranslation()
  const isOpen = useKeptWorkOpen()
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  const [round, setRound] = useState(0)
  const beginAnew = () => setRound(round + 1)
  const title = props.pad?.title ?? t('pads.newTitle')
  return (
    <>
      {/* The title is also the name of a PDF that is printed from this page. */}
      <PageHead title={title} />
      <h1 className="sr-only">{title}</h1>
      <Fetched loading={<Skeleton />}>
        {isOpen ? (
          <Begun
            key={round}
            {...props}
            onUnsaved={onUnsaved}
            onCancel={() => guard(beginAnew)}
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

type PageProps = { readonly owner: User; readonly id: string }

const useWays = () => {
  const navigate = useNavigate()
  return {
    leave: useCallback(() => navigate(LIST, { replace: true }), [navigate]),
    open: useCallback((pad: Pad) => navigate(`${LIST}/${pad.id}`, { replace: true }), [navigate]),
  }
}

const Known = ({ owner, id }: PageProps) => {
  const { t } = useTranslation()
  const { open, leave } = useWays()
  const { item, error, refetch } = usePad(owner, id)
  // The editor and its words stay if another device removes the pad.
  const [known, setKnown] = useState<Pad | null>(null)
  if (item && item !== known) setKnown(item)
  // The draft may be saved as another pad. If so, that one's page opens.
  const saved = useCallback((pad: Pad) => pad.id !== id && open(pad), [id, open])
  if (known) return <Open owner={owner} id={id} pad={known} onSaved={saved} onRemoved={leave} />
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

/** A new pad: until it is saved, it is a draft on this device. If the pad exists already (an old tab may ask), it is edited. */
const New = ({ owner, id }: PageProps) => {
  const { data: there } = useQuery(itemQuery(pads, owner.id, id))
  const { open, leave } = useWays()
  return <Open owner={owner} id={id} pad={there?.value ?? null} onSaved={open} onRemoved={leave} />
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
