import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { Check } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { ApiProblem, isNetworkFailure } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useTranslation } from '../../locales/translation.ts'
import { useAccountDialog } from '../../session/account-dialogs.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { forgetDraft, keepDraft } from './kept-drafts.ts'
import { asSaved, refreshNotes, showNote } from './note-cache.ts'
import { NoteConflict } from './note-conflict.tsx'
import { asNewNote, type Draft, isUnsaved, lengthWorthSaying, overSaved, TEXT_MAX, withAttempt } from './note-draft.ts'
import { saveNote } from './save-note.ts'

/** How long the confirmation stays before the editor closes, in milliseconds. */
const CONFIRMED_MS = 900

type State =
  | { readonly status: 'writing' }
  | { readonly status: 'saving' }
  | { readonly status: 'saved' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'conflict'; readonly saved: Note }
  | { readonly status: 'gone' }

type Props = {
  readonly owner: User
  readonly verse: Verse
  readonly initial: Draft
  /** Where unsaved words are kept on this device. */
  readonly keptAt: string
  readonly restored: boolean
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Writes one note, new or known. What is typed is kept on the device until the server has it. */
export const NoteEditor = ({ owner, verse, initial, keptAt, restored, onUnsaved, onSaved, onCancel }: Props) => {
  const { t } = useTranslation()
  const openAccount = useAccountDialog()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(initial)
  const [state, setState] = useState<State>({ status: 'writing' })
  const saved = state.status === 'saved'

  useEffect(() => area.current?.focus(), [])

  useEffect(() => {
    if (saved) return
    keepDraft(keptAt, draft)
    onUnsaved(isUnsaved(draft) ? { discard: () => forgetDraft(keptAt) } : null)
  }, [draft, keptAt, onUnsaved, saved])
  useEffect(() => () => onUnsaved(null), [onUnsaved])

  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(onSaved, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [saved, onSaved])

  const explain = (error: unknown): string => {
    if (isNetworkFailure(error)) return t('notes.unreached')
    if (error instanceof ApiProblem && error.status === 401) {
      queryClient.setQueryData(SESSION_KEY, null)
      openAccount('logIn')
      return t('notes.loggedOut')
    }
    return sayProblem(t, error) ?? t(draft.base ? 'notes.updateFailed' : 'notes.addFailed')
  }

  const save = async (words: Draft) => {
    if (state.status === 'saving' || saved) return
    if (words.text.trim() === '') {
      setState({ status: 'failed', message: t('notes.empty') })
      return area.current?.focus()
    }
    if (words.text.length > TEXT_MAX) return area.current?.focus()
    const attempted = withAttempt(words, newId)
    setDraft(attempted)
    setState({ status: 'saving' })
    const undo = await showNote(asSaved(attempted, owner, verse, new Date().toISOString()), verse)
    try {
      const outcome = await saveNote(attempted, verse)
      if (outcome.status === 'saved') {
        forgetDraft(keptAt)
        onUnsaved(null)
        await showNote(outcome.note, verse)
        setState({ status: 'saved' })
      } else {
        undo()
        setState(outcome)
      }
    } catch (error) {
      undo()
      setState({ status: 'failed', message: explain(error) })
      // Logged out: there is nobody to ask for.
      if (error instanceof ApiProblem && error.status === 401) return
    }
    void refreshNotes(owner.id)
  }

  const change = (words: Partial<Pick<Draft, 'title' | 'text'>>) => {
    setDraft({ ...draft, ...words })
    if (state.status === 'failed') setState({ status: 'writing' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(draft)
  }
  const shortcut = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) void save(draft)
  }
  const takeSaved = useCallback(() => {
    forgetDraft(keptAt)
    onUnsaved(null)
    onSaved()
  }, [keptAt, onUnsaved, onSaved])

  if (state.status === 'conflict')
    return (
      <NoteConflict
        draft={draft}
        saved={state.saved}
        onKeepMine={() => void save(overSaved(draft, state.saved))}
        onTakeTheirs={takeSaved}
      />
    )
  const length = lengthWorthSaying(draft)
  const tooLong = draft.text.length > TEXT_MAX ? t('server.note_too_long', { max: TEXT_MAX }) : null
  const problem = state.status === 'failed' ? state.message : tooLong
  const busy = state.status === 'saving' || saved
  return (
    <form onSubmit={submit} onKeyDown={shortcut} noValidate className="grid gap-3">
      <h3 className="text-sm font-semibold">{t(draft.base ? 'notes.editTitle' : 'notes.newTitle')}</h3>
      {restored && <p className="text-xs text-muted">{t('notes.draftRestored')}</p>}
      {state.status === 'gone' && (
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
        <p id={`${id}-length`} className={`text-xs tabular-nums ${tooLong ? 'text-danger' : 'text-muted'}`}>
          {length !== null && t('notes.length', { length, max: TEXT_MAX })}
        </p>
      </div>
      <div className="flex items-center gap-2">
        {state.status === 'gone' ? (
          <Button look="primary" onClick={() => void save(asNewNote(draft, newId()))}>
            {t('notes.save')}
          </Button>
        ) : (
          <Button type="submit" look="primary" busy={busy}>
            {t(state.status === 'saving' ? 'notes.saving' : 'notes.save')}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
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
