import type { User } from '@pathlight/contracts/accounts.ts'
import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { isOfLock } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { nameOfBook } from '../../bible/passage-names.ts'
import { useRefusedByDevice } from '../../device/use-kept-work.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useLogInToSave } from '../../session/use-log-in-to-save.ts'
import { WaitsHere } from '../../session/waits-here.tsx'
import { KeptHere } from '../../study/kept-here.tsx'
import { offerUndo } from '../../study/offer-undo.ts'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import { Button } from '../../ui/button.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { keepSpeaker } from './kept-drafts.ts'
import { SermonConflict } from './sermon-conflict.tsx'
import { asSermon, type Draft, says } from './sermon-draft.ts'
import { SermonFields } from './sermon-fields.tsx'
import { SermonLength } from './sermon-length.tsx'
import { type DraftProblem, draftProblem, isRangeRefusal, sayRefusal } from './sermon-problems.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSermonHistory } from './use-sermon-history.tsx'
import { useSermonRemoval } from './use-sermon-removal.ts'
import { useWrittenText } from './use-written-text.ts'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))

export type SermonEditorProps = {
  readonly owner: User
  readonly initial: Draft
  /** The write with the same words that the server refused; null where it refused none. */
  readonly refused: string | null
  /** Where unsaved words are kept on this device. */
  readonly keptAt: string
  readonly restored: boolean
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: (sermon: SermonItem) => void
  readonly onDeleted: () => void
  readonly onCancel: () => void
}

/**
 * Writes one sermon, new or known. The device keeps what is typed. When the person saves it, it becomes a pending
 * write, which is sent even when this editor is gone.
 */
export const SermonEditor = ({
  owner,
  initial,
  refused,
  keptAt,
  restored,
  onUnsaved,
  onSaved,
  onDeleted,
  onCancel,
}: SermonEditorProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setDraft] = useState(initial)
  const [sent, setSent] = useState(refused)
  const [problem, setProblem] = useState<DraftProblem | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)
  /** As it was saved meanwhile, so that it could not be deleted unseen. */
  const [met, setMet] = useState<SermonItem | null>(null)
  const write = usePendingWrites(sermonWrites, owner.id).find(({ key }) => key === sent)
  const state = write?.state ?? null
  // What was changed since is this editor's to keep, and to be saved over what was saved meanwhile.
  const held = write !== undefined && says(typed, write.wanted)
  const saved = state?.status === 'saved' && held ? state.item : null
  const savedBefore = state?.status === 'saved' && !held ? state.item : null
  const draft = useMemo(() => (savedBefore ? { ...typed, base: savedBefore } : typed), [typed, savedBefore])
  const busy = state?.status === 'sending' || saved !== null
  const gone = state?.status === 'gone'
  const isRefused = gone || state?.status === 'conflict' || state?.status === 'failed'

  const { isWriting, withText, takeOver, onWrite, onReady, focus } = useWrittenText(setDraft)
  const kept = held ? (isRefused ? 'refused' : 'held') : 'none'
  const giveUp = useKeptDraft({ draft, keptAt, sent, state: kept, isWriting, withText, onUnsaved })
  const removal = useSermonRemoval(owner.id, {
    onRemoved: (key) => {
      giveUp()
      offerUndo(sermonWrites, owner.id, [{ key, seen: draft.base }], {
        ...{ t, say },
        done: t('sermons.deleted'),
        otherwise: t('sermons.undoFailed'),
      })
      onDeleted()
    },
    onConflict: setMet,
    onFailed: () => setProblem({ said: t('sermons.deleteFailed'), fields: [] }),
  })
  useEffect(() => (sent ? pendingWrites.attend(sent) : undefined), [sent])
  useEffect(() => {
    if (!saved) return
    say(t('sermons.saved'))
    onSaved(saved)
    setSent(null)
    setDraft((words) => ({ ...words, base: saved }))
  }, [saved, say, t, onSaved])

  const isUnkept = useRefusedByDevice(held ? null : keptAt)
  const loggedOut = state?.status === 'failed' && state.error.status === 401 && sent !== refused
  const problems = (): readonly string[] => {
    if (problem) return [problem.said]
    if (!held || sent === refused) return []
    if (state?.status !== 'failed') return []
    if (loggedOut) return [t('sermons.loggedOut')]
    const reason = sayRefusal(t, state.error)
    // Trying again does not help before the account is unlocked.
    return [...(isOfLock(state.error) ? [] : [t('sermons.saveFailed')]), ...(reason ? [reason] : [])]
  }
  const waits = problem === null && held && sent !== refused && state?.status === 'waiting'
  // What the server says of a range is about its end: the beginning is the verse that was chosen.
  const isEndRefused = state?.status === 'failed' && held && isRangeRefusal(state.error)
  const refusedFields: DraftProblem['fields'] = isEndRefused ? ['endChapter', 'endVerse'] : []
  const pointTo = ({ fields: [first] }: DraftProblem) => {
    if (first === 'content') return focus()
    const field = form.current?.querySelector<HTMLElement>(`[name='${first}']`)
    // What is folded takes no focus.
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
  }

  const save = (given: Draft) => {
    if (busy) return
    const words = withText(given)
    takeOver()
    const found = draftProblem(t, words)
    setProblem(found)
    if (found) return pointTo(found)
    if (held && says(words, write.wanted) && state?.status === 'waiting') return pendingWrites.retry(write.key)
    keepSpeaker(owner.id, words.speaker.trim())
    setDraft(words)
    const wanted = asSermon(words, owner, new Date().toISOString())
    setSent(pendingWrites.add(sermonWrites, owner.id, { base: words.base, wanted }, sent))
  }
  useLogInToSave(loggedOut ? sent : null, owner, () => save(draft))
  const saveAsNew = (words: Draft) => {
    setMet(null)
    if (sent) pendingWrites.drop(sent)
    save({ ...words, sermonId: newId(), base: null })
  }
  const saveOver = (item: SermonItem) => {
    setMet(null)
    save({ ...draft, base: item })
  }
  const takeSaved = (item: SermonItem) => {
    giveUp()
    if (sent) pendingWrites.drop(sent)
    onSaved(item)
  }
  const remove = () => {
    setAsksToDelete(false)
    setProblem(null)
    if (!draft.base) return
    takeOver()
    removal.remove(draft.base)
  }
  const change = (words: Partial<Draft>) => {
    setDraft({ ...draft, ...words })
    setProblem(null)
  }
  const onText = useCallback(() => {
    setProblem(null)
    onWrite()
  }, [onWrite])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(draft)
  }
  const shortcut = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey)) return
    if (event.key !== 'Enter' && event.key !== 's') return
    event.preventDefault()
    save(draft)
  }

  const past = useSermonHistory({
    owner,
    draft,
    busy: busy || state?.status === 'waiting',
    withText,
    takeOver,
    onDraft: setDraft,
    onSaveAsNew: saveAsNew,
  })
  if (past.instead) return past.instead
  const other = state?.status === 'conflict' ? state.current : met
  if (other)
    return (
      <SermonConflict
        mine={asSermon(draft, owner, new Date().toISOString())}
        saved={other}
        onKeepMine={() => saveOver(other)}
        onTakeTheirs={() => takeSaved(other)}
        onKeepBoth={() => saveAsNew(draft)}
      />
    )
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={shortcut}
      onBlur={() => isWriting && takeOver()}
      noValidate
      className="grid grid-cols-1 gap-3"
    >
      <p className="text-sm font-semibold text-accent">
        {nameOfBook(draft.book, language)} · {draft.version}
      </p>
      {restored && <p className="text-xs text-muted">{t('sermons.draftRestored')}</p>}
      {gone && (
        <div role="alert" className="rounded-sm bg-danger-soft px-3 py-2.5 text-sm text-danger">
          <p className="font-semibold">{t('sermons.goneTitle')}</p>
          <p>{t('sermons.goneText')}</p>
        </div>
      )}
      {!gone && past.notice}
      <SermonFields draft={draft} wrong={problem?.fields ?? refusedFields} busy={busy} onChange={change} />
      <div className="grid grid-cols-1 gap-1">
        <span className="text-sm text-muted">{t('sermons.content')}</span>
        <Suspense fallback={<div className="skeleton h-80" role="status" aria-label={t('loading')} />}>
          <RichTextEditor
            key={past.taken}
            initial={draft.content}
            version={draft.version}
            label={t('sermons.content')}
            invalid={problem?.fields.includes('content') ?? false}
            readOnly={busy}
            onReady={onReady}
            onWrite={onText}
          />
        </Suspense>
        <SermonLength content={draft.content} />
        <KeptHere keptAt={held ? null : keptAt} />
      </div>
      <div className="sticky bottom-(--foot,0px) z-5 -mx-4 grid gap-2 border-t border-line bg-surface px-4 pt-2 pb-3 wide:rounded-b-md">
        <ErrorList errors={[...problems(), ...(isUnkept ? [t('writes.unkeptDraft')] : [])]} />
        {waits && <WaitsHere />}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type={gone ? 'button' : 'submit'}
            look="primary"
            busy={busy}
            {...(gone && { onClick: () => saveAsNew(draft) })}
          >
            {t(state?.status === 'sending' ? 'sermons.saving' : 'sermons.save')}
          </Button>
          <Button look="quiet" onClick={onCancel} disabled={busy}>
            {t('cancel')}
          </Button>
          {past.button}
          {draft.base && !gone && (
            <Button look="quiet" className="ml-auto text-danger!" onClick={() => setAsksToDelete(true)} disabled={busy}>
              {t('sermons.delete')}
            </Button>
          )}
        </div>
      </div>
      {removal.waits && (
        <p role="status" className="text-sm text-muted">
          <WaitingMark />
        </p>
      )}
      {asksToDelete && (
        <ConfirmDialog
          title={t('sermons.confirmDelete')}
          description={t('sermons.confirmDeleteText')}
          confirm={t('sermons.delete')}
          cancel={t('cancel')}
          onConfirm={remove}
          onCancel={() => setAsksToDelete(false)}
        />
      )}
    </form>
  )
}
