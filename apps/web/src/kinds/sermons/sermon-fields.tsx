import { SERMON_SPEAKER_MAX, SERMON_TITLE_MAX } from '@pathlight/contracts/sermon-rules.ts'
import { useTranslation } from 'react-i18next'
import { Field as TextField } from '../../ui/field.tsx'
import { type Draft, type Field, startOf } from './sermon-draft.ts'

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 3)

type Props = {
  readonly draft: Draft
  /** The fields that keep it from being saved. */
  readonly wrong: readonly Field[]
  readonly busy: boolean
  readonly onChange: (words: Partial<Draft>) => void
}

/** What is asked of a sermon beside its text: title, speaker and the range; it begins where it began. */
export const SermonFields = ({ draft, wrong, busy, onChange }: Props) => {
  const { t } = useTranslation()
  const start = startOf(draft)
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
    </>
  )
}
