import type { Note } from '@pathlight/contracts/notes.ts'
import { useTranslation } from 'react-i18next'
import { isRefused, type PendingWrite } from '../../api/pending-write.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Plus } from '../../ui/icons.ts'

type Props = {
  readonly notes: readonly Note[]
  /** What of them the server does not have yet. */
  readonly writes: readonly PendingWrite<Note>[]
  readonly onAdd: () => void
  readonly onEdit: (note: Note) => void
  readonly onDelete: (note: Note) => void
}

/** The notes on the chosen verses. One on several says which. */
export const NoteList = ({ notes, writes, onAdd, onEdit, onDelete }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className="grid gap-4">
      <ul className="grid empty:hidden">
        {notes.map((there) => {
          const write = writes.find(({ itemId, state }) => itemId === there.id && state.status !== 'saved')
          // What was not saved are the person's words, not those of another device.
          const note = (write && isRefused(write) && write.wanted) || there
          const edited = note.updated_at !== note.created_at
          const date = formatDay(note.updated_at, language)
          return (
            <li key={note.id} className="grid gap-1.5 border-b border-line pb-3 not-first:pt-4">
              {note.end_verse_id && (
                <p className="text-xs font-semibold text-accent">
                  {rangeReference(note.book, note.verse_id, note.end_verse_id, language)}
                </p>
              )}
              {note.title && <p className="font-semibold wrap-anywhere">{note.title}</p>}
              <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">{note.text}</p>
              <div className="flex items-center gap-1">
                <span className="grow text-xs text-muted">
                  {write && (
                    <strong className="font-medium">
                      {isRefused(write) ? t('writes.refused') : <WaitingMark />} ·{' '}
                    </strong>
                  )}
                  {edited ? t('notes.edited', { date }) : t('notes.written', { date })}
                </span>
                <Button look="quiet" className="px-3" onClick={() => onEdit(there)}>
                  {t('notes.edit')}
                </Button>
                <Button look="quiet" className="px-3" onClick={() => onDelete(there)}>
                  {t('notes.delete')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <Button className="justify-self-start" onClick={onAdd}>
        <Plus size={18} strokeWidth={1.8} aria-hidden />
        {t('notes.add')}
      </Button>
    </div>
  )
}
