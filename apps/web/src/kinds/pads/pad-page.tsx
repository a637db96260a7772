import type { Pad } from '@pathlight/contracts/pads.ts'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { BackToList, ItemPage, type OpenItem } from '../../study/item-page.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Library } from '../../ui/icons.ts'
import { lazyAhead } from '../../ui/lazy-ahead.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { pads } from './pad-query.ts'

const [PadEditor, fetchEditorAhead] = lazyAhead(() => import('./pad-editor.tsx'))
const editorCame = fetchEditorAhead()

const LIST = '/my-memos/pads'

const Skeleton = () => {
  const { t } = useTranslation()
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}

const Open = ({ owner, id, isNew, item: pad }: OpenItem<Pad>) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isOpen = useKeptWorkOpen()
  const [isEditorHere, setEditorHere] = useState(false)
  useEffect(() => void editorCame.then(() => setEditorHere(true)), [])
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  const [round, setRound] = useState(0)
  const beginAnew = () => setRound(round + 1)
  const leave = useCallback(() => navigate(LIST, { replace: true }), [navigate])
  // After its first save a new pad has an address without `?new`. A draft of a pad that was removed is saved as another
  // pad, and the page then gets the address of that other pad.
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
        {isOpen && isEditorHere ? (
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

/** The page /my-memos/pads/{id}: a study pad, to read and to write. `?new` begins a new pad. */
export const Component = () => {
  const { t } = useTranslation()
  const name = t('pads.back')
  return (
    <div className="mx-auto max-w-[46rem] bg-paper px-4 py-6 [--beside:0px] [--ground:var(--paper)] wide:px-6 wide:py-9">
      <BackToList list={LIST} name={name} />
      <ItemPage
        kind={pads}
        list={LIST}
        name={name}
        failed={t('pads.loadFailed')}
        gone={t('server.pad_not_found')}
        please={
          <PleaseLogIn icon={Library} title={t('pads.please')}>
            {t('pads.pleaseText')}
          </PleaseLogIn>
        }
      >
        {(open) => <Open {...open} />}
      </ItemPage>
    </div>
  )
}
