import type { User } from '@pathlight/contracts/accounts.ts'
import { lazy, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { BookOpenCheck, ChevronLeft, Eye, PencilLine } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { SermonDisplay } from './sermon-display.tsx'
import { useSermon } from './sermon-query.ts'
import type { SermonItem } from './sermon-writes.ts'

const Backlinks = lazy(() => withWords(['free-text'], () => import('../../study/rich-text/backlinks.tsx')))
const SermonEditor = lazy(() => withWords(['editor', 'sermons'], () => import('./sermon-by-id.tsx')))
const KeptHere = lazy(() => import('../../study/kept-here.tsx'))

const LIST = '/my-memos/sermons'

const Title = ({ isSeen = true, children }: { readonly isSeen?: boolean; readonly children: string }) => (
  <h1
    className={
      isSeen
        ? 'mb-4 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold text-balance wrap-anywhere'
        : 'sr-only'
    }
  >
    {children}
  </h1>
)

const Back = () => {
  const { t } = useTranslation()
  return (
    <Link to={LIST} className="control quiet -ml-4">
      <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
      {t('sermons.back')}
    </Link>
  )
}

type PageProps = { readonly owner: User; readonly id: string; readonly isNew: boolean }

/** Leaving a new sermon needs no question: it stays a draft on this device, and My Resources lists it. */
const stays = () => undefined

/** A sermon, to read or to edit. `sermon`: null if it is new. */
const Open = ({ owner, id, isNew, sermon }: PageProps & { readonly sermon: SermonItem | null }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked] = useSearchParams()
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  const edits = isNew || sermon === null || asked.has('edit')
  // The draft may be saved as another sermon. If so, that one's page opens.
  const read = useCallback(
    (one: { readonly id: string }) => navigate(`${LIST}/${one.id}`, { replace: true }),
    [navigate],
  )
  const leave = useCallback(() => navigate(LIST, { replace: true }), [navigate])
  const title = sermon?.title ?? t('sermons.new')
  return (
    <>
      {/* The title is also the name of a PDF that is printed from this page. */}
      <PageHead title={title} />
      <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
        <Back />
        {sermon && (
          <Button
            className="ml-auto"
            onClick={() => (edits ? guard(() => read(sermon)) : navigate('?edit', { replace: true }))}
          >
            {edits ? (
              <Eye size={18} strokeWidth={1.8} aria-hidden />
            ) : (
              <PencilLine size={18} strokeWidth={1.8} aria-hidden />
            )}
            {t(edits ? 'sermons.read' : 'sermons.edit')}
          </Button>
        )}
      </div>
      {/* In the editor, the field of the title stands for this heading, which only screen readers get. */}
      <Title isSeen={!edits}>{title}</Title>
      {edits && (
        <Fetched loading={<div className="skeleton h-80" role="status" aria-label={t('loading')} />}>
          <SermonEditor
            isPage
            owner={owner}
            id={id}
            sermon={sermon}
            onUnsaved={sermon ? onUnsaved : stays}
            onSaved={read}
            onDeleted={leave}
            onCancel={() => guard(() => (sermon ? read(sermon) : leave()))}
          />
        </Fetched>
      )}
      {sermon && !edits && (
        <>
          <SermonDisplay sermon={sermon} />
          <Fetched>
            <Backlinks level="h2" owner={owner} named={{ item: sermon.id }} />
          </Fetched>
        </>
      )}
      {dialog}
    </>
  )
}

/** A sermon, new or known. A new one is a draft on this device until it is saved. If it exists already (an old tab may ask), it is edited. */
const Sermon = (props: PageProps) => {
  const { owner, id, isNew } = props
  const { t } = useTranslation()
  const { sermon, error, refetch } = useSermon(owner, id)
  // The sermon and unsaved words stay on the page if another device removes the sermon.
  const [known, setKnown] = useState<SermonItem | null>(null)
  if (sermon?.content && sermon !== known) setKnown(sermon)
  const shown = sermon?.content ? sermon : isNew ? null : known
  if (shown || isNew) return <Open {...props} sermon={shown} />
  if (!error && sermon !== null) return <LoadingText />
  const missing = (
    <>
      <PageHead title={t('sermons.back')} />
      <Title>{t('sermons.back')}</Title>
      <Notice
        tone="error"
        title={(error && sayProblem(t, error)) ?? t('sermons.loadFailed')}
        onRetry={refetch}
        actions={
          <Link to={LIST} className="control plain">
            {t('sermons.back')}
          </Link>
        }
      />
    </>
  )
  return (
    <Fetched loading={<LoadingText />} instead={missing}>
      <KeptHere kind="sermons" userId={owner.id} id={id} missing={missing} />
    </Fetched>
  )
}

/** /my-memos/sermons/{id}: a sermon, to read, preach and export; `?edit` opens the editor, `?new` begins one. */
export const Component = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [asked] = useSearchParams()
  const isNew = asked.has('new')
  const user = useSession()
  const checked = useSessionChecked()
  // A person whose session ends can continue to write.
  const [owner, setOwner] = useState(user)
  if (user && user.id !== owner?.id) setOwner(user)
  if (!checked) return <LoadingText />
  return (
    <div
      className={`mx-auto bg-paper px-4 py-6 wide:px-6 wide:py-9 ${isNew || asked.has('edit') ? 'max-w-[62rem] [--ground:var(--paper)]' : 'max-w-[52rem]'}`}
    >
      {owner ? (
        <Sermon key={`${owner.id} ${id}`} owner={owner} id={id} isNew={isNew} />
      ) : (
        <>
          <PageHead title={t('sermons.back')} />
          <Title>{t('sermons.back')}</Title>
          <PleaseLogIn icon={BookOpenCheck} title={t('sermons.please')}>
            {t('sermons.pleaseText')}
          </PleaseLogIn>
        </>
      )}
    </div>
  )
}
