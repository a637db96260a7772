import { SERMON_SPEAKER_MAX, SERMON_TITLE_MAX } from '@pathlight/contracts/sermon-rules.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field as TextField } from '../../ui/field.tsx'
import { ChevronDown } from '../../ui/icons.ts'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import { type Field, type SermonDraft, startOf } from './sermon-draft.ts'

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 3)

type Props = {
  readonly draft: SermonDraft
  /** The fields that keep it from being saved. */
  readonly wrong: readonly string[]
  readonly busy: boolean
  readonly onChange: (words: Partial<SermonDraft>) => void
}

type FoldProps = {
  /** What stands within, in a line. */
  readonly says: string
  /** Something within has to be filled in: it is open at first. */
  readonly isEmpty: boolean
  readonly isWrong: boolean
  readonly children: ReactNode
}

/** On a phone it is folded, so that the first screen has room for the text. It opens by itself where a field within is wrong. */
const Fold = ({ says, isEmpty, isWrong, children }: FoldProps) => {
  const { t } = useTranslation()
  const [isOpened, setOpened] = useState(isEmpty)
  const isWide = useMediaQuery(WIDE)
  if (isWide) return children
  return (
    <details
      open={isOpened || isWrong}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="group rounded-sm border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-3 py-1.5 text-sm [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">
          {t('sermons.about')}
          <span className="block text-muted wrap-anywhere group-open:hidden">{says}</span>
        </span>
        <ChevronDown size={18} strokeWidth={1.8} className="flex-none group-open:rotate-180" aria-hidden />
      </summary>
      <div className="grid grid-cols-1 gap-3 px-3 pb-3">{children}</div>
    </details>
  )
}

/** What is asked of a sermon beside its text: title, speaker and the range; it begins where it began. */
export const SermonFields = ({ draft, wrong, busy, onChange }: Props) => {
  const { t } = useTranslation()
  const start = startOf(draft)
  const end = `${draft.endChapter || '–'}:${draft.endVerse || '–'}`
  const says = [draft.speaker.trim(), `${start.chapter}:${start.verse}–${end}`].filter(Boolean).join(' · ')
  const isBad = (field: Field) => (wrong.includes(field) ? true : undefined)
  return (
    <>
      <TextField
        label={t('sermons.title')}
        name="title"
        maxLength={SERMON_TITLE_MAX}
        autoComplete="off"
        readOnly={busy}
        value={draft.title}
        aria-invalid={isBad('title')}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Fold
        says={says}
        isEmpty={draft.speaker.trim() === ''}
        isWrong={wrong.some((field) => field !== 'title' && field !== 'content')}
      >
        <TextField
          label={t('sermons.speaker')}
          name="speaker"
          maxLength={SERMON_SPEAKER_MAX}
          autoComplete="off"
          readOnly={busy}
          value={draft.speaker}
          aria-invalid={isBad('speaker')}
          onChange={(event) => onChange({ speaker: event.target.value })}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 min-[30rem]:grid-cols-4">
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
      </Fold>
    </>
  )
}
