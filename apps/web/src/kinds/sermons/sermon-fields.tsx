import { SERMON_SPEAKER_MAX, SERMON_TITLE_MAX } from '@pathlight/contracts/sermon-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { Language } from '../../locales/words.ts'
import { isComposing } from '../../ui/composing.ts'
import { Field as TextField } from '../../ui/field.tsx'
import { BookOpen, ChevronDown, CircleUserRound } from '../../ui/icons.ts'
import { referenceBefore } from './reference-before.ts'
import { endVerseId, type Field, type SermonDraft, startOf } from './sermon-draft.ts'
import { sermonReference } from './sermon-range.ts'

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 3)

type Props = {
  readonly draft: SermonDraft
  /** The names of the invalid fields. */
  readonly wrong: readonly string[]
  readonly busy: boolean
  readonly onChange: (words: Partial<SermonDraft>) => void
}
type FieldsProps = Props & {
  /** Whether the sermon began on its own page and is not saved. The person can then choose the passage. */
  readonly isIdea: boolean
  readonly children?: ReactNode
}

type ChipProps = { readonly says: string; readonly isWrong: boolean; readonly children: ReactNode }

/** A button that opens its fields below it. The fields close when the focus leaves them, unless a field is invalid. */
const OpeningChip = ({ says, isWrong, children }: ChipProps) => {
  const [isAsked, setAsked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const isOpen = isAsked || isWrong
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setAsked(false)
  }
  const isChip = ({ target }: { readonly target: EventTarget }) =>
    target instanceof Element && target.closest('summary') !== null
  const toggle = (event: MouseEvent) => {
    if (!isChip(event)) return
    event.preventDefault()
    flushSync(() => setAsked(!isOpen))
    if (!isOpen) content.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent) || !isAsked) return
    // The panel around the fields must not get the event.
    event.stopPropagation()
    event.currentTarget.querySelector('summary')?.focus()
    setAsked(false)
  }
  return (
    <details
      open={isOpen}
      onFocus={(event) => !isChip(event) && setAsked(true)}
      onBlur={leave}
      onKeyDown={press}
      onClick={toggle}
      // Safari does not focus a pressed button, so the focus would seem to leave the fields. The press must not move
      // the focus.
      onMouseDown={(event) => isChip(event) && event.preventDefault()}
      className="group relative max-w-full"
    >
      <summary className="paper-chip bg-sunk font-semibold">
        <BookOpen size={16} strokeWidth={1.8} aria-hidden />
        <span className="min-w-0 truncate">{says}</span>
        <ChevronDown size={16} strokeWidth={1.8} className="group-open:rotate-180" aria-hidden />
      </summary>
      <div
        ref={content}
        tabIndex={-1}
        className="floating absolute left-0 z-20 mt-1.5 grid w-[min(22rem,calc(100vw-2.5rem))] gap-3 p-4 outline-none"
      >
        {children}
      </div>
    </details>
  )
}

/** The passage in words, up to the typed last verse. '' if no passage is chosen. */
const sayPassage = (draft: SermonDraft, language: Language): string => {
  const { book, startVerseId } = draft
  if (startVerseId === null) return ''
  const end = endVerseId(draft) ?? startVerseId
  return sermonReference({ book, start_verse_id: startVerseId, end_verse_id: Math.max(end, startVerseId) }, language)
}

/** Fields for the passage of a sermon that began without a passage: a typed reference, and the version. */
const PassageFields = ({ draft, busy, onChange }: Omit<Props, 'wrong'>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: versions } = useQuery(versionsQuery)
  const [typed, setTyped] = useState(() => sayPassage(draft, language))
  const readable = versions?.versions.filter(({ available }) => available) ?? []
  const version = draft.version || (versions && readableVersion(versions, language)?.code) || ''
  const choose = (text: string) => {
    setTyped(text)
    // A chapter without verses begins at verse 1. The person must still type the last verse.
    const passage = referenceBefore(text)
    const begins = passage ?? referenceBefore(`${text.trim().replace(/\s?[장편]$/, '')}:1`)
    if (!begins) return onChange({ startVerseId: null, book: '', endChapter: '', endVerse: '' })
    const { book, chapter, verse } = begins
    onChange({
      ...{ version, book: book.name.en, startVerseId: book.index * 1_000_000 + chapter * 1000 + verse },
      endChapter: String(begins.endChapter),
      endVerse: passage ? String(passage.endVerse) : '',
    })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <TextField
        label={t('sermons.passageOf')}
        placeholder={t('sermons.passageHint')}
        autoComplete="off"
        readOnly={busy}
        value={typed}
        onChange={(event) => choose(event.target.value)}
      />
      <select
        aria-label={t('sermons.version')}
        disabled={busy}
        value={version}
        onChange={(event) => onChange({ version: event.target.value })}
        className="field w-auto!"
      >
        {readable.map(({ code }) => (
          <option key={code} value={code}>
            {versionLabel(code, language)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The head of a sermon in the editor: its title, passage and speaker. `children`: buttons after the speaker. */
export const SermonFields = ({ draft, wrong, busy, isIdea, onChange, children }: FieldsProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const start = startOf(draft)
  const { version, title } = draft
  const says = start
    ? `${sayPassage(draft, language)} · ${versionLabel(version, language)}`
    : t('sermons.choosePassage')
  const isBad = (field: Field) => (wrong.includes(field) ? true : undefined)
  const isRangeBad = wrong.some((field) => field !== 'title' && field !== 'speaker' && field !== 'content')
  return (
    <div className="grid gap-3">
      <div
        data-words={title}
        className="grows font-scripture text-[1.7rem] leading-[1.2] font-semibold wide:text-[2.1rem]"
      >
        <textarea
          rows={1}
          aria-label={t('sermons.title')}
          name="title"
          placeholder={t('sermons.title')}
          maxLength={SERMON_TITLE_MAX}
          autoComplete="off"
          readOnly={busy}
          value={title}
          aria-invalid={isBad('title')}
          onChange={(event) => onChange({ title: event.target.value.replace(/[\r\n]+/g, ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
            // A title is one line. Enter leads to the text.
            event.preventDefault()
            event.currentTarget.form?.querySelector<HTMLElement>('.ProseMirror')?.focus()
          }}
          className="on-paper"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <OpeningChip says={says} isWrong={isRangeBad}>
          {isIdea && <PassageFields draft={draft} busy={busy} onChange={onChange} />}
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label={t('sermons.startChapter')}
              name="startChapter"
              readOnly
              data-fixed
              value={start?.chapter ?? ''}
              aria-invalid={isBad('startChapter')}
            />
            <TextField
              label={t('sermons.startVerse')}
              name="startVerse"
              readOnly
              data-fixed
              value={start?.verse ?? ''}
              aria-invalid={isBad('startVerse')}
            />
            <TextField
              label={t('sermons.endChapter')}
              name="endChapter"
              inputMode="numeric"
              autoComplete="off"
              readOnly={busy}
              value={draft.endChapter}
              aria-invalid={isBad('endChapter')}
              onChange={(event) => onChange({ endChapter: digits(event.target.value) })}
            />
            <TextField
              label={t('sermons.endVerse')}
              name="endVerse"
              inputMode="numeric"
              autoComplete="off"
              readOnly={busy}
              value={draft.endVerse}
              aria-invalid={isBad('endVerse')}
              onChange={(event) => onChange({ endVerse: digits(event.target.value) })}
            />
          </div>
        </OpeningChip>
        <label className="paper-chip" data-invalid={isBad('speaker')}>
          <CircleUserRound size={16} strokeWidth={1.8} aria-hidden />
          <span className="sr-only">{t('sermons.speaker')}</span>
          <input
            name="speaker"
            placeholder={t('sermons.speaker')}
            maxLength={SERMON_SPEAKER_MAX}
            autoComplete="off"
            readOnly={busy}
            value={draft.speaker}
            aria-invalid={isBad('speaker')}
            onChange={(event) => onChange({ speaker: event.target.value })}
          />
        </label>
        {children}
      </div>
    </div>
  )
}
