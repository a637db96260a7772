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
import { goingOn } from '../../study/going-on.ts'
import { offerUndo } from '../../study/offer-undo.ts'
import type { SectionProps } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { versesOfChosen } from '../../study/verses-of-chosen.ts'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { editDraftKey, forgetDraft, keptDraft, newDraftKey } from './kept-drafts.ts'
import { type Draft, draftOf, newDraft } from './note-draft.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteList } from './note-list.tsx'
import { noteWrites } from './note-writes.ts'
import { notesOnVerse } from './notes-on-verse.ts'
import { overlayNotes } from './overlay-notes.ts'

type View =
  | { readonly show: 'list' }
  | {
      readonly show: 'editor'
      readonly draft: Draft
      /** The write with these words that was refused. */
      readonly refused: string | null
      readonly keptAt: string
      readonly restored: boolean
    }

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

  const write = (
    fresh: Draft,
    keptAt: string,
    before = refused.find(({ itemId }) => itemId === fresh.noteId),
  ): View => {
    const found = keptDraft(keptAt) ?? (before?.wanted ? draftOf(before.wanted, before.base) : null)
    const kept = goingOn(found, found?.noteId, notes)
    // A new note goes to the verses that are chosen now, where they are several.
    const words = kept && (kept.base ? kept : { ...kept, endVerseId: endVerseId ?? kept.endVerseId })
    return { show: 'editor', draft: words ?? fresh, refused: before?.key ?? null, keptAt, restored: words !== null }
  }
  /** Words for this verse that are no note on the server: never taken, or of one that was deleted meanwhile. */
  const homeless = refused.find(
    ({ wanted, base, state }) =>
      wanted?.verse_id === verse.verse_id &&
      wanted.version === verse.version &&
      (base === null || state.status === 'gone'),
  )
  const begin = () => write(newDraft(newId(), endVerseId), newDraftKey(owner.id, verse), homeless)
  const [view, setView] = useState<View>(() => {
    // What waits for the person's choice comes first.
    const undecided = notes.find(({ id }) => refused.some(({ itemId, wanted }) => itemId === id && wanted !== null))
    if (undecided) return write(draftOf(undecided), editDraftKey(owner.id, undecided.id))
    const begun = homeless !== undefined || keptDraft(newDraftKey(owner.id, verse)) !== null
    return begun || (asked && notes.length === 0) ? begin() : { show: 'list' }
  })

  const remove = (note: Note) => {
    setDeleting(null)
    setFailure(null)
    forgetDraft(editDraftKey(owner.id, note.id))
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
    if (view.show === 'editor') forgetDraft(view.keptAt)
    if (asked && notes.length === 0) onClose()
    else setView({ show: 'list' })
  }

  if (view.show === 'editor')
    return (
      <NoteEditor
        key={view.keptAt}
        owner={owner}
        verse={verse}
        initial={view.draft}
        refused={view.refused}
        keptAt={view.keptAt}
        restored={view.restored}
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
        onAdd={() => setView(begin())}
        onEdit={(note) => setView(write(draftOf(note), editDraftKey(owner.id, note.id)))}
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
