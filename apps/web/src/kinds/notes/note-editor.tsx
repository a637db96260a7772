import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/new-id.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { useRefusedByDevice } from '../../device/use-kept-work.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useLogInToSave } from '../../session/use-log-in-to-save.ts'
import { WaitsHere } from '../../session/waits-here.tsx'
import { KeptHere } from '../../study/kept-here.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Field } from '../../ui/field.tsx'
import { Check, History } from '../../ui/icons.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { history } from './history.ts'
import { forgetDraft, keepDraft } from './kept-drafts.ts'
import { NoteConflict } from './note-conflict.tsx'
import { asNote, type Draft, draftOf, isUnsaved, lengthWorthSaying, says, TEXT_MAX } from './note-draft.ts'
import { noteWrites } from './note-writes.ts'

const EditorHistory = lazy(() => withWords(['history'], () => import('../../study/history/editor-history.tsx')))
const ChangedElsewhere = lazy(() =>
  withWords(['history', 'person'], () => import('../../study/history/changed-elsewhere.tsx')),
)

/** How long the confirmation stays before the editor closes, in milliseconds. */
const CONFIRMED_MS = 900

type Props = {
  readonly owner: User
  readonly verse: Verse
  readonly initial: Draft
  /** The write with the same words that the server refused; null where it refused none. */
  readonly refused: string | null
  /** Where unsaved words are kept on this device. */
  readonly keptAt: string
  readonly restored: boolean
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/**
 * Writes one note, new or known. The device keeps what is typed. When the person saves it, it becomes a pending write,
 * which is sent even when this editor is gone.
 */
export const NoteEditor = ({
  owner,
  verse,
  initial,
  refused,
  keptAt,
  restored,
  onUnsaved,
  onSaved,
  onCancel,
}: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [typed, setDraft] = useState(initial)
  const [sent, setSent] = useState(refused)
  const [isEmpty, setEmpty] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)
  /** It was restored, or another device's was taken in, while there were unsaved words: these stand beside it until the person decides. */
  const [beside, setBeside] = useState<{ note: Note; because: 'restored' | 'elsewhere' } | null>(null)
  const write = usePendingWrites(noteWrites, owner.id).find(({ key }) => key === sent)
  const state = write?.state ?? null
  // What was changed since is this editor's to keep, and to be saved over what was saved meanwhile.
  const held = write !== undefined && says(typed, write.wanted)
  const saved = state?.status === 'saved' && held
  const savedBefore = state?.status === 'saved' && !held ? state.item : null
  const draft = useMemo(() => (savedBefore ? { ...typed, base: savedBefore } : typed), [typed, savedBefore])
  const busy = state?.status === 'sending' || saved
  const decided = state?.status === 'conflict' || state?.status === 'gone' || state?.status === 'failed'

  useEffect(() => area.current?.focus(), [])
  useEffect(() => (sent ? pendingWrites.attend(sent) : undefined), [sent])

  useEffect(() => {
    if (held) forgetDraft(keptAt)
    else keepDraft(keptAt, draft)
    const discard = () => {
      forgetDraft(keptAt)
      if (sent) pendingWrites.drop(sent)
    }
    onUnsaved((held ? decided : isUnsaved(draft)) ? { discard } : null)
  }, [draft, held, decided, sent, keptAt, onUnsaved])
  useEffect(() => () => onUnsaved(null), [onUnsaved])

  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(onSaved, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [saved, onSaved])

  const isUnkept = useRefusedByDevice(held ? null : keptAt)
  const loggedOut = state?.status === 'failed' && state.error.status === 401 && sent !== refused

  const explain = (): string | null => {
    if (isEmpty) return t('notes.empty')
    if (draft.text.length > TEXT_MAX) return t('server.note_too_long', { max: TEXT_MAX })
    if (!held || sent === refused) return null
    if (state?.status !== 'failed') return null
    if (loggedOut) return t('notes.loggedOut')
    return sayProblem(t, state.error) ?? t(draft.base ? 'notes.updateFailed' : 'notes.addFailed')
  }

  const save = (words: Draft) => {
    if (busy) return
    setEmpty(words.text.trim() === '')
    if (words.text.trim() === '' || words.text.length > TEXT_MAX) return area.current?.focus()
    if (held && state?.status === 'waiting') return pendingWrites.retry(write.key)
    const wanted = asNote(words, owner, verse, new Date().toISOString())
    setDraft(words)
    setSent(pendingWrites.add(noteWrites, owner.id, { base: words.base, wanted }, sent))
  }
  useLogInToSave(loggedOut ? sent : null, owner, () => save(draft))
  const saveAsNew = () => {
    if (sent) pendingWrites.drop(sent)
    save({ ...draft, noteId: newId(), base: null })
  }
  const takeSaved = () => {
    forgetDraft(keptAt)
    if (sent) pendingWrites.drop(sent)
    onSaved()
  }

  const takeIn = (note: Note, because: 'restored' | 'elsewhere') => {
    setShowsHistory(false)
    if (isUnsaved(draft)) setBeside({ note, because })
    else setDraft(draftOf(note))
  }
  const decide = (words: Draft) => {
    setBeside(null)
    setDraft(words)
  }

  const change = (words: Partial<Pick<Draft, 'title' | 'text'>>) => {
    setDraft({ ...draft, ...words })
    setEmpty(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(draft)
  }
  const shortcut = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) save(draft)
  }

  if (state?.status === 'conflict')
    return (
      <NoteConflict
        draft={draft}
        saved={state.current}
        onKeepMine={() => save({ ...draft, base: state.current })}
        onTakeTheirs={takeSaved}
        onKeepBoth={saveAsNew}
      />
    )
  if (beside)
    return (
      <NoteConflict
        because={beside.because}
        draft={draft}
        saved={beside.note}
        onKeepMine={() => decide({ ...draft, base: beside.note })}
        onTakeTheirs={() => decide(draftOf(beside.note))}
      />
    )
  if (showsHistory && draft.base)
    return (
      <Suspense fallback={<div className="skeleton h-40" role="status" aria-label={t('loading')} />}>
        <EditorHistory
          level="h3"
          user={owner}
          history={history}
          id={draft.base.id}
          onRestored={(answer) => takeIn(answer as Note, 'restored')}
          onClose={() => setShowsHistory(false)}
        />
      </Suspense>
    )
  const length = lengthWorthSaying(draft)
  const problem = explain()
  const waits = problem === null && held && sent !== refused && state?.status === 'waiting'
  return (
    <form onSubmit={submit} onKeyDown={shortcut} noValidate className="grid gap-3">
      <h3 className="text-sm font-semibold">
        {t(draft.base ? 'notes.editTitle' : 'notes.newTitle')}
        {draft.endVerseId !== null && (
          <span className="text-accent">
            {' · '}
            {rangeReference(verse.book, draft.base?.verse_id ?? verse.verse_id, draft.endVerseId, language)}
          </span>
        )}
      </h3>
      {restored && <p className="text-xs text-muted">{t('notes.draftRestored')}</p>}
      <Fetched>
        {draft.base && state?.status !== 'gone' && (
          <ChangedElsewhere
            user={owner}
            history={history}
            base={draft.base}
            isSaving={busy || state?.status === 'waiting'}
            onTakeIn={(note) => takeIn(note as Note, 'elsewhere')}
          />
        )}
      </Fetched>
      {isUnkept && <ErrorList errors={[t('writes.unkeptDraft')]} />}
      {state?.status === 'gone' && (
        <div role="alert" className="rounded-sm bg-danger-soft px-3 py-2.5 text-sm text-danger">
          <p className="font-semibold">{t('notes.goneTitle')}</p>
          <p>{t('notes.goneText')}</p>
        </div>
      )}
      <Field
        label={t('notes.title')}
        name="title"
        maxLength={200}
        autoComplete="off"
        // What is typed while it is being saved would be lost when the editor closes.
        readOnly={busy}
        value={draft.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm text-muted">
          {t('notes.text')}
        </label>
        <textarea
          ref={area}
          id={id}
          name="text"
          readOnly={busy}
          value={draft.text}
          placeholder={t('notes.textHint')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-problem ${id}-length`}
          onChange={(event) => change({ text: event.target.value })}
          className="field min-h-40 resize-y leading-relaxed desk:min-h-64"
        />
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger">
          {problem}
        </p>
        {/* Nothing is wrong with the words: the note is sent later. */}
        {waits && <WaitsHere />}
        <p
          id={`${id}-length`}
          className={`text-xs tabular-nums ${draft.text.length > TEXT_MAX ? 'text-danger' : 'text-muted'}`}
        >
          {length !== null && t('notes.length', { length, max: TEXT_MAX })}
        </p>
        <KeptHere keptAt={held ? null : keptAt} />
      </div>
      <div className="flex items-center gap-2">
        {state?.status === 'gone' ? (
          <Button look="primary" onClick={saveAsNew}>
            {t('notes.save')}
          </Button>
        ) : (
          <Button type="submit" look="primary" busy={busy}>
            {t(state?.status === 'sending' ? 'notes.saving' : 'notes.save')}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        {draft.base && (
          <IconButton icon={History} label={t('notes.history')} disabled={busy} onClick={() => setShowsHistory(true)} />
        )}
        <p role="status" className="ml-auto flex items-center gap-1.5 text-sm text-ok">
          {saved && (
            <>
              <Check size={18} strokeWidth={2} aria-hidden />
              {t('notes.saved')}
            </>
          )}
        </p>
      </div>
    </form>
  )
}
