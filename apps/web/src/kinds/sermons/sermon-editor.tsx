import type { User } from '@pathlight/contracts/accounts.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOfLock } from '../../api/api-problem.ts'
import { nameOfBook } from '../../bible/passage-names.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { WaitsHere } from '../../session/waits-here.tsx'
import type { Beginning } from '../../study/editor/begin-editing.ts'
import { EditorButtons, EditorForm, EditorNotices } from '../../study/editor/editor-form.tsx'
import { useEditor } from '../../study/editor/use-editor.ts'
import { KeptHere } from '../../study/kept-here.tsx'
import { offerUndo } from '../../study/offer-undo.ts'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import { Button } from '../../ui/button.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { editedSermons } from './edited-sermons.tsx'
import { keepSpeaker } from './last-speaker.ts'
import type { Writing } from './rich-text-editor.tsx'
import { asSermon, type SermonDraft, writtenText } from './sermon-draft.ts'
import { SermonFields } from './sermon-fields.tsx'
import { SermonLength } from './sermon-length.tsx'
import { draftProblem, isRangeRefusal, sayRefusal } from './sermon-problems.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'
import { useSermonRemoval } from './use-sermon-removal.ts'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))

export type SermonEditorProps = {
  readonly owner: User
  readonly beginning: Beginning<SermonDraft>
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: (sermon: SermonItem) => void
  readonly onDeleted: () => void
  readonly onCancel: () => void
}

/** Writes one sermon, new or known. */
export const SermonEditor = ({ owner, beginning, onUnsaved, onSaved, onDeleted, onCancel }: SermonEditorProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [asksToDelete, setAsksToDelete] = useState(false)
  const editor = useEditor({
    kind: editedSermons,
    owner,
    beginning,
    check: (draft) => draftProblem(t, draft),
    asItem: (draft, now) => asSermon(draft, owner, now),
    onSend: ({ speaker }) => keepSpeaker(owner.id, speaker.trim()),
    onUnsaved,
    onTakeSaved: onSaved,
  })
  const { draft, busy, saved, isGone, problem, setProblem, refusal, refusalOfAnyVisit, late, giveUp, goOnFrom } = editor
  const removal = useSermonRemoval(owner.id, {
    onRemoved: (key) => {
      giveUp()
      offerUndo(sermonWrites, owner.id, [{ key, seen: draft.base }], {
        ...{ t, say },
        done: t('sermons.deleted'),
        otherwise: t('sermons.undoFailed'),
      })
      onDeleted()
    },
    onConflict: editor.setChanged,
    onFailed: () => setProblem({ said: t('sermons.deleteFailed'), fields: [] }),
  })
  const remove = () => {
    setAsksToDelete(false)
    setProblem(null)
    if (!draft.base) return
    late.takeOver()
    removal.remove(draft.base)
  }
  useEffect(() => {
    if (!saved) return
    say(t('sermons.saved'))
    onSaved(saved)
    goOnFrom(saved)
  }, [saved, say, t, onSaved, goOnFrom])

  const sayProblems = (): readonly string[] => {
    if (problem) return [problem.said]
    if (!refusal) return []
    if (editor.isLoggedOut) return [t('sermons.loggedOut')]
    const reason = sayRefusal(t, refusal)
    // Trying again does not help before the account is unlocked.
    return [...(isOfLock(refusal) ? [] : [t('sermons.saveFailed')]), ...(reason ? [reason] : [])]
  }
  // What the server says of a range is about its end: the beginning is the verse that was chosen.
  const refusedFields = refusalOfAnyVisit && isRangeRefusal(refusalOfAnyVisit) ? ['endChapter', 'endVerse'] : []
  const { onReady, onWrite } = late
  const onText = useCallback(() => {
    setProblem(null)
    onWrite()
  }, [setProblem, onWrite])
  const onEditor = useCallback(
    ({ read, focus }: Writing) => onReady({ read: () => ({ content: writtenText(read()) }), focus }),
    [onReady],
  )
  return (
    <EditorForm editor={editor}>
      <p className="text-sm font-semibold text-accent">
        {nameOfBook(draft.book, language)} · {versionLabel(draft.version, language)}
      </p>
      <EditorNotices editor={editor} />
      <SermonFields draft={draft} wrong={problem?.fields ?? refusedFields} busy={busy} onChange={editor.change} />
      <div className="grid grid-cols-1 gap-1">
        <span className="text-sm text-muted">{t('sermons.content')}</span>
        <Suspense fallback={<div className="skeleton h-80" role="status" aria-label={t('loading')} />}>
          <RichTextEditor
            key={editor.taken}
            initial={draft.content}
            version={draft.version}
            label={t('sermons.content')}
            invalid={problem?.fields.includes('content') ?? false}
            readOnly={busy}
            onReady={onEditor}
            onWrite={onText}
          />
        </Suspense>
        <SermonLength content={draft.content} />
        <KeptHere keptAt={editor.isHeld ? null : editor.keptAt} />
      </div>
      <div className="sticky bottom-(--foot,0px) z-5 -mx-4 grid gap-2 border-t border-line bg-surface px-4 pt-2 pb-3 wide:rounded-b-md">
        <ErrorList errors={[...sayProblems(), ...(editor.isUnkept ? [t('writes.unkeptDraft')] : [])]} />
        {editor.waits && <WaitsHere />}
        <div className="flex flex-wrap items-center gap-2">
          <EditorButtons editor={editor} onCancel={onCancel} />
          {draft.base && !isGone && (
            <Button look="quiet" className="ml-auto text-danger!" onClick={() => setAsksToDelete(true)} disabled={busy}>
              {t('sermons.delete')}
            </Button>
          )}
        </div>
      </div>
      {removal.waits && (
        <p role="status" className="text-sm text-muted">
          <WaitingMark />
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
    </EditorForm>
  )
}
