import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { firstWords, SHAREABLE_KINDS } from '@pathlight/contracts/share-rules.ts'
import { lazy, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { rangeReference } from '../../bible/range-reference.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { ChevronRight, History, Trash2 } from '../../ui/icons.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import type { Beginning } from '../editor/begin-editing.ts'
import { EditorFoot, EditorForm, EditorNotices } from '../editor/editor-form.tsx'
import { useEditor } from '../editor/use-editor.ts'
import { ShareLinkButton } from '../links/share-link-button.tsx'
import { FreeTextField } from '../rich-text/free-text-field.tsx'
import { asText, type TextDraft, type TextItem } from './text-drafts.ts'
import type { ShortField, TextKind } from './text-kind.ts'

const Backlinks = lazy(() => withWords(['free-text'], () => import('../rich-text/backlinks.tsx')))
const TagField = lazy(() => withWords(['tags'], () => import('../tags/tag-field.tsx')))

/** How long the editor shows that the text is saved before it closes, in milliseconds. */
const CONFIRMED_MS = 900
/** The editor shows the length of a text once it reaches this share of the limit. */
const NEAR_MOST = 0.9

type Props<I extends TextItem> = {
  readonly kind: TextKind<I>
  readonly owner: User
  readonly verse: Verse
  readonly beginning: Beginning<TextDraft<I>>
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
  /** Deletes the text after asking the person. Null if the text is new or was removed. */
  readonly onDelete: (() => void) | null
}

/** The editor of one text on verses, new or saved. The short fields and tags are below the text. */
export const TextEditor = <I extends TextItem>({
  kind,
  owner,
  verse,
  beginning,
  onUnsaved,
  onSaved,
  onCancel,
  onDelete,
}: Props<I>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { words, shortFields, most } = kind
  /**
   * The text's first verse, or the chosen one for a new text. A text that was removed elsewhere and is saved as a new
   * text keeps its verse.
   */
  const place = beginning.initial.base ?? verse
  const sayTooLong = (text: string) => (text.length > most ? kind.sayTooLong(t, most) : null)
  const editor = useEditor<I, TextDraft<I>>({
    kind,
    owner,
    beginning,
    check: ({ text }) => {
      const said = text.trim() === '' ? t(`${words}.empty`) : sayTooLong(text)
      return said === null ? null : { said, fields: ['text'] }
    },
    asItem: (draft, now) => asText(kind.drafts, draft, owner, place, now),
    onUnsaved,
    onTakeSaved: onSaved,
  })
  const { draft, busy, refusal, change, isGone } = editor
  const { base, endVerseId, text } = draft
  const shareable = SHAREABLE_KINDS.find((one) => one === kind.history.kind)

  useEffect(() => {
    const field = area.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const isSaved = editor.saved !== null
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(onSaved, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isSaved, onSaved])

  const sayRefusal = (): string | null => {
    if (!refusal) return null
    if (editor.isLoggedOut) return t('editor.loggedOut')
    return sayProblem(t, refusal) ?? t(`${words}.${base ? 'updateFailed' : 'addFailed'}`)
  }
  const problem = editor.problem?.said ?? sayTooLong(text) ?? sayRefusal()
  return (
    <EditorForm editor={editor}>
      <h3 className="sr-only">{t(`${words}.${base ? 'editTitle' : 'newTitle'}`)}</h3>
      {/* The panel names the chosen verses, but the text may be on more verses. */}
      {endVerseId !== null && (base || editor.restored) && (
        <p className="text-sm font-semibold text-accent">
          {rangeReference(place.book, place.verse_id, endVerseId, language)}
        </p>
      )}
      <EditorNotices editor={editor} />
      <label htmlFor={id} className="sr-only">
        {t(`${words}.text`)}
      </label>
      <FreeTextField
        hasHelp
        owner={owner}
        itemId={draft.id}
        area={area}
        id={id}
        name="text"
        readOnly={busy}
        value={text}
        placeholder={t(`${words}.textHint`)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-problem ${id}-length`}
        onText={(next) => change({ text: next } as Partial<TextDraft<I>>)}
        className="min-h-32 text-[1.0625rem] leading-[1.75] desk:min-h-64"
      />
      <p id={`${id}-length`} className={`text-xs tabular-nums ${text.length > most ? 'text-danger' : 'text-muted'}`}>
        {text.length >= NEAR_MOST * most && t('editor.length', { length: text.length, max: most })}
      </p>
      <div className="paper-rows">
        {Object.entries<ShortField>(shortFields).map(([name, { says, ...input }]) => (
          <label key={name} className="paper-row">
            <span className="sr-only">{says(t)}</span>
            <input
              {...input}
              name={name}
              autoComplete="off"
              readOnly={busy}
              placeholder={says(t)}
              value={draft[name as 'title'] ?? ''}
              onChange={(event) => change({ [name]: event.target.value } as Partial<TextDraft<I>>)}
              className="on-paper"
            />
          </label>
        ))}
        <Fetched>{base && <Backlinks owner={owner} named={{ item: base.id }} />}</Fetched>
        <div className="min-h-11 border-t border-line">
          <Fetched>
            <TagField
              owner={owner}
              tags={draft.tags}
              readOnly={busy}
              onChange={(tags) => change({ tags } as Partial<TextDraft<I>>)}
            />
          </Fetched>
        </div>
        {base && (
          <button type="button" className="paper-row text-muted" disabled={busy} onClick={editor.openHistory}>
            <History size={18} strokeWidth={1.8} aria-hidden />
            <span className="grow">{t('editor.history')}</span>{' '}
            <span className="text-xs tabular-nums">{t('editor.revisions', { count: base.revision })}</span>
            <ChevronRight size={16} strokeWidth={1.8} aria-hidden />
          </button>
        )}
        {base && !isGone && shareable && (
          <ShareLinkButton
            label={t('editor.share')}
            look="row"
            owner={owner}
            kind={shareable}
            id={base.id}
            title={base.title || firstWords(base.text)}
          />
        )}
        {base && !isGone && onDelete && (
          <button type="button" className="paper-row text-muted hover:text-danger!" disabled={busy} onClick={onDelete}>
            <Trash2 size={18} strokeWidth={1.8} aria-hidden />
            {t('editor.delete')}
          </button>
        )}
      </div>
      <EditorFoot
        editor={editor}
        problems={problem ? [problem] : []}
        problemsId={`${id}-problem`}
        onCancel={onCancel}
      />
    </EditorForm>
  )
}
