import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { rangeReference } from '../../bible/range-reference.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { WaitsHere } from '../../session/waits-here.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field } from '../../ui/field.tsx'
import { Check } from '../../ui/icons.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import type { Beginning } from '../editor/begin-editing.ts'
import { EditorButtons, EditorForm, EditorNotices } from '../editor/editor-form.tsx'
import { useEditor } from '../editor/use-editor.ts'
import { KeptHere } from '../kept-here.tsx'
import { asText, type TextDraft, type TextItem } from './text-drafts.ts'
import type { TextKind } from './text-kind.ts'

/** How long the confirmation stays before the editor closes, in milliseconds. */
const CONFIRMED_MS = 900
/** From this part of the longest text on, the editor says how long the text is. */
const NEAR_MOST = 0.9

type Props<I extends TextItem> = {
  readonly kind: TextKind<I>
  readonly owner: User
  readonly verse: Verse
  readonly beginning: Beginning<TextDraft<I>>
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Writes one text on verses, new or known. */
export const TextEditor = <I extends TextItem>({
  kind,
  owner,
  verse,
  beginning,
  onUnsaved,
  onSaved,
  onCancel,
}: Props<I>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { words, shortFields, most } = kind
  const sayTooLong = (text: string) => (text.length > most ? kind.sayTooLong(t, most) : null)
  const editor = useEditor<I, TextDraft<I>>({
    kind,
    owner,
    beginning,
    check: ({ text }) => {
      const said = text.trim() === '' ? t(`${words}.empty`) : sayTooLong(text)
      return said === null ? null : { said, fields: ['text'] }
    },
    asItem: (draft, now) => asText(kind.drafts, draft, owner, verse, now),
    onUnsaved,
    onTakeSaved: onSaved,
  })
  const { draft, busy, refusal, change } = editor
  const { base, endVerseId, text } = draft

  useEffect(() => area.current?.focus(), [])
  const isSaved = editor.saved !== null
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(onSaved, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isSaved, onSaved])

  const sayRefusal = (): string | null => {
    if (!refusal) return null
    if (editor.isLoggedOut) return t(`${words}.loggedOut`)
    return sayProblem(t, refusal) ?? t(`${words}.${base ? 'updateFailed' : 'addFailed'}`)
  }
  const problem = editor.problem?.said ?? sayTooLong(text) ?? sayRefusal()
  return (
    <EditorForm editor={editor}>
      <h3 className="text-sm font-semibold">
        {t(`${words}.${base ? 'editTitle' : 'newTitle'}`)}
        {endVerseId !== null && (
          <span className="text-accent">
            {' · '}
            {rangeReference(verse.book, base?.verse_id ?? verse.verse_id, endVerseId, language)}
          </span>
        )}
      </h3>
      <EditorNotices editor={editor} />
      {editor.isUnkept && <ErrorList errors={[t('writes.unkeptDraft')]} />}
      {shortFields.map(({ name, says, ...input }) => (
        <Field
          key={name}
          {...input}
          label={says(t)}
          name={name}
          autoComplete="off"
          readOnly={busy}
          value={draft[name as 'title'] ?? ''}
          onChange={(event) => change({ [name]: event.target.value } as Partial<TextDraft<I>>)}
        />
      ))}
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm text-muted">
          {t(`${words}.text`)}
        </label>
        <textarea
          ref={area}
          id={id}
          name="text"
          readOnly={busy}
          value={text}
          placeholder={t(`${words}.textHint`)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-problem ${id}-length`}
          onChange={(event) => change({ text: event.target.value } as Partial<TextDraft<I>>)}
          className="field min-h-40 resize-y leading-relaxed desk:min-h-64"
        />
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger">
          {problem}
        </p>
        {editor.waits && problem === null && <WaitsHere />}
        <p id={`${id}-length`} className={`text-xs tabular-nums ${text.length > most ? 'text-danger' : 'text-muted'}`}>
          {text.length >= NEAR_MOST * most && t(`${words}.length`, { length: text.length, max: most })}
        </p>
        <KeptHere keptAt={editor.isHeld ? null : editor.keptAt} />
      </div>
      <div className="flex items-center gap-2">
        <EditorButtons editor={editor} onCancel={onCancel} />
        <p role="status" className="ml-auto flex items-center gap-1.5 text-sm text-ok">
          {isSaved && (
            <>
              <Check size={18} strokeWidth={2} aria-hidden />
              {t(`${words}.saved`)}
            </>
          )}
        </p>
      </div>
    </EditorForm>
  )
}
