import type { Note } from '@pathlight/contracts/notes.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/new-id.ts'
import { isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { editDraftKey, newDraftKey } from '../../study/draft-keys.ts'
import { type Beginning, beginEditing } from '../../study/editor/begin-editing.ts'
import { forgetDraft } from '../../study/editor/drafts.ts'
import { offerUndo } from '../../study/offer-undo.ts'
import type { SectionProps } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { versesOfChosen } from '../../study/verses-of-chosen.ts'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { editedNotes } from './edited-notes.tsx'
import { type NoteDraft, newNoteDraft, noteDrafts } from './note-draft.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteList } from './note-list.tsx'
import { noteWrites } from './note-writes.ts'
import { notesOnVerse } from './notes-on-verse.ts'
import { overlayNotes } from './overlay-notes.ts'

type Props = Omit<SectionProps, 'openWorkspace'> & { readonly notes: readonly Note[] }

const Notes = ({ owner, chosen, asked, notes, onUnsaved, guard, onClose }: Props) => {
  const [{ verse }] = chosen.parts
  const { from, to } = versesOfChosen(chosen)
  /** The last verse of a new note, where several were chosen; a bridge alone is one. */
  const endVerseId = chosen.parts.length > 1 ? verse.verse_id + to - from : null
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [deleting, setDeleting] = useState<Note | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const [removing, setRemoving] = useState<string | null>(null)
  const endOffer = useRef(() => {})
  const writes = usePendingWrites(noteWrites, owner.id)
  const refused = writes.filter(isRefused)
  const removal = writes.find(({ key }) => key === removing)?.state

  const isHome = ({ verse_id, version }: Note) => verse_id === verse.verse_id && version === verse.version
  const begin = (): Beginning<NoteDraft> => {
    const fresh = newNoteDraft(newId(), endVerseId)
    const keptAt = newDraftKey('notes', owner.id, verse)
    const beginning = beginEditing(editedNotes, owner.id, { fresh, keptAt, isHome, items: notes })
    const { initial } = beginning
    // A new note goes to the verses that are chosen now, where they are several.
    return initial.base ? beginning : { ...beginning, initial: { ...initial, endVerseId: endVerseId ?? initial.endVerseId } }
  }
  const edit = (note: Note): Beginning<NoteDraft> => {
    const keptAt = editDraftKey('notes', owner.id, note.id)
    return beginEditing(editedNotes, owner.id, { fresh: noteDrafts.of(note), keptAt, items: notes })
  }
  /** What the editor began with; null: the list is shown. */
  const [editing, setEditing] = useState(() => {
    // What waits for the person's choice comes first.
    const undecided = notes.find(({ id }) => refused.some(({ itemId, wanted }) => itemId === id && wanted !== null))
    if (undecided) return edit(undecided)
    const beginning = begin()
    return beginning.restored || (asked && notes.length === 0) ? beginning : null
  })

  const remove = (note: Note) => {
    setDeleting(null)
    setFailure(null)
    forgetDraft(editDraftKey('notes', owner.id, note.id))
    const key = pendingWrites.add(noteWrites, owner.id, { base: note, wanted: null })
    setRemoving(key)
    endOffer.current = offerUndo(noteWrites, owner.id, [{ key, seen: note }], {
      ...{ t, say },
      done: t('notes.removed', {
        place: rangeReference(note.book, note.verse_id, note.end_verse_id ?? note.verse_id, language),
      }),
      otherwise: t('notes.undoFailed'),
    })
  }
  const isEmpty = notes.length === 0
  useEffect(() => (removing ? pendingWrites.attend(removing) : undefined), [removing])
  useEffect(() => {
    if (!removing || !removal) return
    if (removal.status === 'saved' && isEmpty) onClose()
    if (removal.status !== 'conflict' && removal.status !== 'failed') return
    pendingWrites.drop(removing)
    endOffer.current()
    const why = removal.status === 'failed' ? sayProblem(t, removal.error) : t('notes.conflictTitle')
    setFailure(why ?? t('notes.deleteFailed'))
  }, [removing, removal, isEmpty, onClose, t])
  const leaveEditor = () => {
    if (editing) forgetDraft(editing.keptAt)
    if (asked && notes.length === 0) onClose()
    else setEditing(null)
  }

  if (editing)
    return (
      <NoteEditor
        key={editing.keptAt}
        owner={owner}
        verse={verse}
        beginning={editing}
        onUnsaved={onUnsaved}
        onSaved={onClose}
        onCancel={() => guard(leaveEditor)}
      />
    )
  return (
    <>
      <ErrorList errors={failure ? [failure] : []} />
      {removal?.status === 'waiting' && (
        <p role="status" className="text-sm text-muted">
          <WaitingMark />
        </p>
      )}
      <NoteList
        notes={notes}
        writes={writes}
        onAdd={() => setEditing(begin())}
        onEdit={(note) => setEditing(edit(note))}
        onDelete={setDeleting}
      />
      {deleting && (
        <ConfirmDialog
          title={t('notes.confirmDelete')}
          description={t('notes.confirmDeleteText')}
          confirm={t('notes.delete')}
          cancel={t('cancel')}
          onConfirm={() => remove(deleting)}
          onCancel={() => setDeleting(null)}
        />
      )}
    </>
  )
}

/** The notes on the chosen verses, to read, write, edit and delete. */
const NoteSection = (props: SectionProps) => {
  const isOpen = useKeptWorkOpen()
  const { t } = useTranslation()
  const { items, isComing, retry } = useItemsOnChapter(overlayNotes, props.owner, props.chosen.column)
  if (!isComing && isOpen) {
    const { from, to } = versesOfChosen(props.chosen)
    return (
      <>
        {retry && <FetchFailed words={t('notes.loadFailed')} onRetry={retry} />}
        <Notes {...props} notes={notesOnVerse(items, { verse: from, through: to })} />
      </>
    )
  }
  return (
    <p role="status" className="py-8 text-center text-sm text-muted">
      {t('loading')}
    </p>
  )
}
export default NoteSection
