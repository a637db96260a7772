import { lazy, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { withWords } from '../../locales/language.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { BackToList, ItemPage, type OpenItem } from '../../study/item-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { BookOpenCheck, Eye, PencilLine } from '../../ui/icons.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { SermonDisplay } from './sermon-display.tsx'
import { sermons } from './sermon-query.ts'
import type { SermonItem } from './sermon-writes.ts'

const Backlinks = lazy(() => withWords(['free-text'], () => import('../../study/rich-text/backlinks.tsx')))
const SermonEditor = lazy(() => withWords(['editor', 'sermons'], () => import('./sermon-by-id.tsx')))

const LIST = '/my-memos/sermons'

/** Leaving a new sermon needs no question. The sermon stays a draft on this device, which My Pathlight lists. */
const stays = () => undefined

const Open = ({ owner, id, isNew, item: sermon }: OpenItem<SermonItem>) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked] = useSearchParams()
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  const edits = isNew || sermon === null || asked.has('edit')
  // The draft may be saved as another sermon. Then the page of that sermon opens.
  const read = useCallback(
    (one: { readonly id: string }) => navigate(`${LIST}/${one.id}`, { replace: true }),
    [navigate],
  )
  const leave = useCallback(() => navigate(LIST, { replace: true }), [navigate])
  const heading = useRef<HTMLHeadingElement>(null)
  const edited = useRef(edits)
  useEffect(() => {
    // The element that had the focus is gone with the editor, so the heading gets the focus.
    if (edited.current && !edits && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    edited.current = edits
  }, [edits])
  const title = sermon?.title ?? t('sermons.new')
  return (
    <>
      {/* The title is also the name of a PDF that is printed from this page. */}
      <PageHead title={title} />
      <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
        <BackToList list={LIST} name={t('sermons.back')} />
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
      {/* While the sermon is edited, only screen readers get this heading. The field of the title takes its place on
          the screen. */}
      <h1
        ref={heading}
        tabIndex={-1}
        className={
          edits
            ? 'sr-only'
            : 'mb-4 outline-none font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold text-balance wrap-anywhere'
        }
      >
        {title}
      </h1>
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

/**
 * The page /my-memos/sermons/{id}: a sermon, to read, preach and export. `?edit` opens the editor. `?new` begins a new
 * sermon.
 */
export const Component = () => {
  const { t } = useTranslation()
  const [asked] = useSearchParams()
  const isEditor = asked.has('new') || asked.has('edit')
  return (
    <div
      className={`mx-auto bg-paper px-4 py-6 wide:px-6 wide:py-9 ${isEditor ? 'max-w-[62rem] [--ground:var(--paper)]' : 'max-w-[52rem]'}`}
    >
      <ItemPage
        kind={sermons}
        isWhole={({ content }) => content !== undefined}
        list={LIST}
        name={t('sermons.back')}
        failed={t('sermons.loadFailed')}
        gone={t('sermons.loadFailed')}
        please={
          <PleaseLogIn icon={BookOpenCheck} title={t('sermons.please')}>
            {t('sermons.pleaseText')}
          </PleaseLogIn>
        }
      >
        {(open) => <Open {...open} />}
      </ItemPage>
    </div>
  )
}
