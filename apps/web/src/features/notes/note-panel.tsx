import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { verseReference } from '../../bible/passage-names.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage, useTranslation } from '../../locales/translation.ts'
import { notesOnVerse } from '../../study/notes-on-verse.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { DESK, useMediaQuery } from '../../ui/use-media-query.ts'
import { editDraftKey, forgetDraft, keptDraft, newDraftKey } from './kept-drafts.ts'
import { hideNote, refreshNotes } from './note-cache.ts'
import { type Draft, draftOf, newDraft } from './note-draft.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteList } from './note-list.tsx'
import { removeNote } from './remove-note.ts'

type View =
  | { readonly show: 'list' }
  | { readonly show: 'editor'; readonly draft: Draft; readonly keptAt: string; readonly restored: boolean }

type ContentProps = {
  readonly owner: User
  readonly verse: Verse
  readonly notes: readonly Note[]
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  /** Asks about unsaved words before it does what it is given. */
  readonly guard: (leave: () => void) => void
  readonly onClose: () => void
}

const Content = ({ owner, verse, notes, onUnsaved, guard, onClose }: ContentProps) => {
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
    return notes.length === 0 || begun ? begin() : { show: 'list' }
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
    if (notes.length > 0) setView({ show: 'list' })
    else onClose()
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

/** Beside the text where there is room; never over it. */
const SidePanel = ({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) => {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  // Read before the focus moves: whoever opened the panel gets it back.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener])
  useEffect(() => {
    // What had the focus may go (a note that was deleted): then it is the panel's, as in a dialog, not the page's.
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
    })
    if (panel.current) observer.observe(panel.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        // In the middle of a Hangul syllable, Escape belongs to the input method.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        // It closes this panel, not also what is beside it.
        event.stopPropagation()
        onClose()
      }}
      className="sticky top-(--bar) h-[calc(100dvh-var(--bar))] animate-[slide-in_var(--slow)_var(--ease)] overflow-y-auto border-l border-line bg-surface p-4 outline-none"
    >
      <div className="mb-3 flex items-center gap-2">
        <h2 className="grow font-scripture text-lg font-semibold">{title}</h2>
        <IconButton icon={X} label={t('close')} onClick={onClose} className="-mr-2" />
      </div>
      {children}
    </aside>
  )
}

type Props = Omit<ContentProps, 'notes'> & {
  /** All notes on the chapter; null while they are coming. */
  readonly notes: readonly Note[] | null
  /** Asks for them again, after that failed. */
  readonly onRetry: (() => void) | null
}

/** The notes on one verse, to read, write, edit and delete. */
const NotePanel = ({ notes, onRetry, ...rest }: Props) => {
  const close = () => rest.guard(rest.onClose)
  const { t } = useTranslation()
  const language = useLanguage()
  const beside = useMediaQuery(DESK)
  const reference = verseReference(rest.verse, language)
  const title = t('notes.panel', { reference })

  const content = notes ? (
    <Content {...rest} notes={notesOnVerse(notes, rest.verse)} />
  ) : onRetry ? (
    <Notice tone="error" title={t('notes.loadFailed')} actions={<Button onClick={onRetry}>{t('tryAgain')}</Button>} />
  ) : (
    <p role="status" className="py-8 text-center text-sm text-muted">
      {t('loading')}
    </p>
  )
  return beside ? (
    <SidePanel title={title} onClose={close}>
      {content}
    </SidePanel>
  ) : (
    <Dialog onClose={close} title={title} placement="sheet">
      {content}
    </Dialog>
  )
}
export default NotePanel
