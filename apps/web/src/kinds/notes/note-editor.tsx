import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { rangeReference } from '../../bible/range-reference.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { WaitsHere } from '../../session/waits-here.tsx'
import type { Beginning } from '../../study/editor/begin-editing.ts'
import { EditorButtons, EditorForm, EditorNotices } from '../../study/editor/editor-form.tsx'
import { useEditor } from '../../study/editor/use-editor.ts'
import { KeptHere } from '../../study/kept-here.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field } from '../../ui/field.tsx'
import { Check } from '../../ui/icons.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { editedNotes } from './edited-notes.tsx'
import { asNote, lengthWorthSaying, type NoteDraft, TEXT_MAX } from './note-draft.ts'

/** How long the confirmation stays before the editor closes, in milliseconds. */
const CONFIRMED_MS = 900

type Props = {
  readonly owner: User
  readonly verse: Verse
  readonly beginning: Beginning<NoteDraft>
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Writes one note, new or known. */
export const NoteEditor = ({ owner, verse, beginning, onUnsaved, onSaved, onCancel }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const tooLong = (text: string) => (text.length > TEXT_MAX ? t('server.note_too_long', { max: TEXT_MAX }) : null)
  const editor = useEditor({
    kind: editedNotes,
    owner,
    beginning,
    check: ({ text }) => {
      const said = text.trim() === '' ? t('notes.empty') : tooLong(text)
      return said === null ? null : { said, fields: ['text'] }
    },
    asItem: (draft, now) => asNote(draft, owner, verse, now),
    onUnsaved,
    onTakeSaved: onSaved,
  })
  const { draft, busy, saved, refusal, change } = editor
  const { base, endVerseId } = draft

  useEffect(() => area.current?.focus(), [])
  const isSaved = saved !== null
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(onSaved, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isSaved, onSaved])

  const sayRefusal = (): string | null => {
    if (!refusal) return null
    if (editor.isLoggedOut) return t('notes.loggedOut')
    return sayProblem(t, refusal) ?? t(base ? 'notes.updateFailed' : 'notes.addFailed')
  }
  const problem = editor.problem?.said ?? tooLong(draft.text) ?? sayRefusal()
  const length = lengthWorthSaying(draft.text)
  return (
    <EditorForm editor={editor}>
      <h3 className="text-sm font-semibold">
        {t(base ? 'notes.editTitle' : 'notes.newTitle')}
        {endVerseId !== null && (
          <span className="text-accent">
            {' · '}
            {rangeReference(verse.book, base?.verse_id ?? verse.verse_id, endVerseId, language)}
          </span>
        )}
      </h3>
      <EditorNotices editor={editor} />
      {editor.isUnkept && <ErrorList errors={[t('writes.unkeptDraft')]} />}
      <Field
        label={t('notes.title')}
        name="title"
        maxLength={200}
        autoComplete="off"
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
        {editor.waits && problem === null && <WaitsHere />}
        <p
          id={`${id}-length`}
          className={`text-xs tabular-nums ${draft.text.length > TEXT_MAX ? 'text-danger' : 'text-muted'}`}
        >
          {length !== null && t('notes.length', { length, max: TEXT_MAX })}
        </p>
        <KeptHere keptAt={editor.isHeld ? null : editor.keptAt} />
      </div>
      <div className="flex items-center gap-2">
        <EditorButtons editor={editor} onCancel={onCancel} />
        <p role="status" className="ml-auto flex items-center gap-1.5 text-sm text-ok">
          {isSaved && (
            <>
              <Check size={18} strokeWidth={2} aria-hidden />
              {t('notes.saved')}
            </>
          )}
        </p>
      </div>
    </EditorForm>
  )
}
