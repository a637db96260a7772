import type { Note } from '@pathlight/contracts/notes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useTranslation } from '../../locales/translation.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import type { SectionProps } from '../../study/study-kind.ts'
import { Button } from '../../ui/button.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { editDraftKey, forgetDraft, keptDraft, newDraftKey } from './kept-drafts.ts'
import { hideNote, refreshNotes } from './note-cache.ts'
import { type Draft, draftOf, newDraft } from './note-draft.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteList } from './note-list.tsx'
import { notesOnVerse } from './notes-on-verse.ts'
import { removeNote } from './remove-note.ts'

type View =
  | { readonly show: 'list' }
  | { readonly show: 'editor'; readonly draft: Draft; readonly keptAt: string; readonly restored: boolean }

type Props = Omit<SectionProps, 'openWorkspace'> & { readonly notes: readonly Note[] }

const Notes = ({ owner, chosen, asked, notes, onUnsaved, guard, onClose }: Props) => {
  const [{ verse }] = chosen.parts
  const { t } = useTranslation()
  const [deleting, setDeleting] = useState<Note | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const write = (fresh: Draft, keptAt: string): View => {
    const kept = keptDraft(keptAt)
    return { show: 'editor', draft: kept ?? fresh, keptAt, restored: kept !== null }
  }
  const begin = () => write(newDraft(newId()), newDraftKey(owner.id, verse))
  const [view, setView] = useState<View>(() => {
    const begun = keptDraft(newDraftKey(owner.id, verse)) !== null
    return begun || (asked && notes.length === 0) ? begin() : { show: 'list' }
  })

  const remove = async (note: Note) => {
    setDeleting(null)
    setFailure(null)
    const undo = await hideNote(note, verse)
    try {
      await removeNote(note)
      forgetDraft(editDraftKey(owner.id, note.id))
      if (notes.length === 1) onClose()
    } catch (error) {
      undo()
      const changed = error instanceof ApiProblem && error.status === 412
      setFailure(changed ? t('notes.conflictTitle') : (sayProblem(t, error) ?? t('notes.deleteFailed')))
    }
    void refreshNotes(owner.id)
  }
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
      <NoteList
        notes={notes}
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
          onConfirm={() => void remove(deleting)}
          onCancel={() => setDeleting(null)}
        />
      )}
    </>
  )
}

/** The notes on one verse, to read, write, edit and delete. */
const NoteSection = (props: SectionProps) => {
  const { t } = useTranslation()
  const { data: overlay, isError, refetch } = useQuery(overlayQuery(props.owner, props.chosen.column))
  if (overlay) return <Notes {...props} notes={notesOnVerse(overlay.notes, props.chosen.parts[0].verse)} />
  if (isError)
    return (
      <Notice
        tone="error"
        title={t('notes.loadFailed')}
        actions={<Button onClick={() => refetch()}>{t('tryAgain')}</Button>}
      />
    )
  return (
    <p role="status" className="py-8 text-center text-sm text-muted">
      {t('loading')}
    </p>
  )
}
export default NoteSection
