import type { User } from '@pathlight/contracts/accounts.ts'
import { plainTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { SERMON_SPEAKER_MAX, SERMON_TITLE_MAX } from '@pathlight/contracts/sermon-rules.ts'
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
import type { ApiProblem } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { nameOfBook } from '../../bible/passage-names.ts'
import { sayProblem } from '../../locales/server-message.ts'
import type { Translate } from '../../locales/translate.ts'
import { useTranslation } from '../../locales/translation.ts'
import { useLogInToSave } from '../../session/use-log-in-to-save.ts'
import { Button } from '../../ui/button.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field as TextField } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { forgetDraft, keepDraft, keepSpeaker } from './kept-drafts.ts'
import type { Writing } from './rich-text-editor.tsx'
import { SermonConflict } from './sermon-conflict.tsx'
import {
  asSermon,
  type Draft,
  type Field,
  isTooLong,
  isUnsaved,
  missingFields,
  rangeProblem,
  says,
  speakingMinutes,
  startOf,
  wordCount,
  writtenText,
} from './sermon-draft.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))

/** How long nothing was written before the words are taken over from the editor and kept, in milliseconds. */
const PAUSE_MS = 400

/** The names of the fields, as the message about missing ones gives them; also by their names on the wire. */
const FIELD_WORDS = {
  title: 'sermons.title',
  speaker: 'sermons.speaker',
  startChapter: 'sermons.startChapter',
  startVerseId: 'sermons.startVerse',
  endChapter: 'sermons.endChapter',
  endVerse: 'sermons.endVerse',
  endVerseId: 'sermons.endVerse',
  content: 'sermons.content',
} as const
const isField = (name: string): name is keyof typeof FIELD_WORDS => Object.hasOwn(FIELD_WORDS, name)

/** That fields are missing, and which, in the language of the page. */
const sayMissing = (t: Translate, fields: readonly string[]): string =>
  t('sermons.missing', { fields: fields.map((name) => (isField(name) ? t(FIELD_WORDS[name]) : name)).join(', ') })

/** Why the server refused a sermon, or null when it said nothing of use. */
const sayRefusal = (t: Translate, error: ApiProblem): string | null =>
  error.code === 'sermon_fields_missing' && error.params?.fields !== undefined
    ? sayMissing(t, String(error.params.fields).split(', '))
    : sayProblem(t, error)

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 3)

export type SermonEditorProps = {
  readonly owner: User
  readonly initial: Draft
  /** The write with these very words that the server refused; null where there was none. */
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
 * Writes one sermon, new or known. What is typed is kept on the device; once it is to be saved, it is a pending write, which
 * goes its way whether this editor is there or not.
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
  const { t, language } = useTranslation()
  const say = useStatusMessage()
  const form = useRef<HTMLFormElement>(null)
  const writing = useRef<Writing | null>(null)
  const [typed, setDraft] = useState(initial)
  const [sent, setSent] = useState(refused)
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<readonly Field[]>([])
  const [asksToDelete, setAsksToDelete] = useState(false)
  const [removing, setRemoving] = useState<string | null>(null)
  /** As it was saved meanwhile, so that it could not be deleted unseen. */
  const [met, setMet] = useState<SermonItem | null>(null)
  const writes = usePendingWrites(sermonWrites, owner.id)
  const write = writes.find(({ key }) => key === sent)
  const removal = writes.find(({ key }) => key === removing)?.state
  const state = write?.state ?? null
  // What was changed since is this editor's to keep, and to be saved over what was saved meanwhile.
  const held = write !== undefined && says(typed, write.wanted)
  const saved = state?.status === 'saved' && held ? state.item : null
  const savedBefore = state?.status === 'saved' && !held ? state.item : null
  const draft = useMemo(() => (savedBefore ? { ...typed, base: savedBefore } : typed), [typed, savedBefore])
  const busy = state?.status === 'sending' || saved !== null
  const decided = state?.status === 'conflict' || state?.status === 'gone' || state?.status === 'failed'

  useEffect(() => (sent ? pendingWrites.attend(sent) : undefined), [sent])
  useEffect(() => (removing ? pendingWrites.attend(removing) : undefined), [removing])

  // What is written is taken over when there is a pause in it, and before anything is done with it.
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFresh = useRef(true)
  /** What was written here is given up: it is kept no more, however long the editor is still there. */
  const isOver = useRef(false)
  const [isWriting, setWriting] = useState(false)
  const current = useCallback(
    (words: Draft): Draft =>
      isFresh.current || !writing.current ? words : { ...words, content: writtenText(writing.current.read()) },
    [],
  )
  const takeOver = useCallback(() => {
    clearTimeout(pause.current)
    if (!isFresh.current && writing.current) {
      const content = writtenText(writing.current.read())
      setDraft((words) => ({ ...words, content }))
    }
    isFresh.current = true
    setWriting(false)
  }, [])
  const onWrite = useCallback(() => {
    isFresh.current = false
    setWriting(true)
    setProblem(null)
    setWrong([])
    clearTimeout(pause.current)
    pause.current = setTimeout(takeOver, PAUSE_MS)
  }, [takeOver])
  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => {
    // What was typed in the last moment before the page goes.
    const keep = () => {
      if (!isFresh.current && !isOver.current) keepDraft(keptAt, current(draft))
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [draft, keptAt, current])
  const onReady = useCallback((ready: Writing) => {
    writing.current = ready
  }, [])

  useEffect(() => {
    if (isOver.current) return
    if (held) forgetDraft(keptAt)
    else keepDraft(keptAt, draft)
    const discard = () => {
      clearTimeout(pause.current)
      isOver.current = true
      forgetDraft(keptAt)
      if (sent) pendingWrites.drop(sent)
    }
    onUnsaved(isWriting || (held ? decided : isUnsaved(draft)) ? { discard } : null)
  }, [draft, held, decided, sent, keptAt, isWriting, onUnsaved])
  useEffect(() => () => onUnsaved(null), [onUnsaved])

  useEffect(() => {
    if (!saved) return
    say(t('sermons.saved'))
    onSaved(saved)
    setSent(null)
    setDraft((words) => ({ ...words, base: saved }))
  }, [saved, say, t, onSaved])
  useEffect(() => {
    if (!removing || !removal) return
    if (removal.status === 'saved') {
      isOver.current = true
      forgetDraft(keptAt)
      say(t('sermons.deleted'))
      onDeleted()
    } else if (removal.status === 'conflict' || removal.status === 'failed') {
      pendingWrites.drop(removing)
      setRemoving(null)
      if (removal.status === 'conflict') setMet(removal.current)
      else setProblem(t('sermons.deleteFailed'))
    }
  }, [removing, removal, keptAt, say, t, onDeleted])

  const loggedOut = state?.status === 'failed' && state.error.status === 401 && sent !== refused

  const problems = (): readonly string[] => {
    if (problem) return [problem]
    if (!held || sent === refused) return []
    if (state?.status === 'waiting') return [t('sermons.unreached')]
    if (state?.status !== 'failed') return []
    if (loggedOut) return [t('sermons.loggedOut')]
    const reason = sayRefusal(t, state.error)
    return [t('sermons.saveFailed'), ...(reason ? [reason] : [])]
  }

  /** What keeps the words from being saved, said and pointed to. */
  const refusal = (words: Draft): boolean => {
    const missing = missingFields(words)
    const range = missing.length > 0 ? null : rangeProblem(words)
    setWrong(range ? ['endChapter', 'endVerse'] : missing)
    if (missing.length > 0) setProblem(sayMissing(t, missing))
    else if (range) setProblem(t(`server.${range}`))
    else if (isTooLong(words)) setProblem(t('server.content_too_long'))
    else {
      setProblem(null)
      return false
    }
    const [first = 'endChapter'] = missing
    if (first === 'content') writing.current?.focus()
    else form.current?.querySelector<HTMLElement>(`[name='${first}']`)?.focus()
    return true
  }

  const save = (given: Draft) => {
    if (busy) return
    const words = current(given)
    takeOver()
    if (refusal(words)) return
    if (held && says(words, write.wanted) && state?.status === 'waiting') return pendingWrites.retry(write.key)
    keepSpeaker(owner.id, words.speaker.trim())
    setDraft(words)
    const wanted = asSermon(words, owner, new Date().toISOString())
    setSent(pendingWrites.add(sermonWrites, owner.id, { base: words.base, wanted }))
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
    isOver.current = true
    forgetDraft(keptAt)
    if (sent) pendingWrites.drop(sent)
    onSaved(item)
  }
  const remove = () => {
    setAsksToDelete(false)
    setProblem(null)
    const { base } = draft
    if (!base) return
    takeOver()
    setRemoving(pendingWrites.add(sermonWrites, owner.id, { base, wanted: null }))
  }

  const change = (words: Partial<Draft>) => {
    setDraft({ ...draft, ...words })
    setProblem(null)
    setWrong([])
  }
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
  const words = useMemo(() => {
    const text = plainTextOf(draft.content)
    return { count: wordCount(text), minutes: speakingMinutes(text) }
  }, [draft.content])

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
  const start = startOf(draft)
  const isBad = (field: Field) => (wrong.includes(field) ? true : undefined)
  const gone = state?.status === 'gone'
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={shortcut}
      onBlur={() => !isFresh.current && takeOver()}
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
      <TextField
        label={t('sermons.title')}
        name="title"
        maxLength={SERMON_TITLE_MAX}
        autoComplete="off"
        readOnly={busy}
        value={draft.title}
        aria-invalid={isBad('title')}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextField
        label={t('sermons.speaker')}
        name="speaker"
        maxLength={SERMON_SPEAKER_MAX}
        autoComplete="off"
        readOnly={busy}
        value={draft.speaker}
        aria-invalid={isBad('speaker')}
        onChange={(event) => change({ speaker: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3 min-[30rem]:grid-cols-4">
        <TextField label={t('sermons.startChapter')} name="startChapter" readOnly data-fixed value={start.chapter} />
        <TextField label={t('sermons.startVerse')} name="startVerse" readOnly data-fixed value={start.verse} />
        <TextField
          label={t('sermons.endChapter')}
          name="endChapter"
          inputMode="numeric"
          autoComplete="off"
          readOnly={busy}
          value={draft.endChapter}
          aria-invalid={isBad('endChapter')}
          onChange={(event) => change({ endChapter: digits(event.target.value) })}
        />
        <TextField
          label={t('sermons.endVerse')}
          name="endVerse"
          inputMode="numeric"
          autoComplete="off"
          readOnly={busy}
          value={draft.endVerse}
          aria-invalid={isBad('endVerse')}
          onChange={(event) => change({ endVerse: digits(event.target.value) })}
        />
      </div>
      <div className="grid grid-cols-1 gap-1">
        <span className="text-sm text-muted">{t('sermons.content')}</span>
        <Suspense fallback={<div className="skeleton h-80" role="status" aria-label={t('loading')} />}>
          <RichTextEditor
            initial={draft.content}
            version={draft.version}
            label={t('sermons.content')}
            invalid={wrong.includes('content')}
            readOnly={busy}
            onReady={onReady}
            onWrite={onWrite}
          />
        </Suspense>
        <p className="text-right text-xs text-muted tabular-nums">
          {t('sermons.words', { count: words.count })}
          {words.minutes > 0 && ` · ${t('sermons.minutes', { minutes: words.minutes })}`}
        </p>
      </div>
      <div className="sticky bottom-(--foot,0px) z-5 -mx-4 grid gap-2 border-t border-line bg-surface px-4 pt-2 pb-3 wide:rounded-b-md">
        <ErrorList errors={problems()} />
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
          {draft.base && !gone && (
            <Button look="quiet" className="ml-auto text-danger!" onClick={() => setAsksToDelete(true)} disabled={busy}>
              {t('sermons.delete')}
            </Button>
          )}
        </div>
      </div>
      {removal?.status === 'waiting' && (
        <p role="status" className="text-sm text-muted">
          {t('writes.waits')}
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
