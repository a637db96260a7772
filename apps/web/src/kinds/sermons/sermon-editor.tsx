import type { User } from '@pathlight/contracts/accounts.ts'
import { lazy, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOfLock } from '../../api/api-problem.ts'
import { withWords } from '../../locales/language.ts'
import type { Beginning } from '../../study/editor/begin-editing.ts'
import { EditorFoot, EditorForm, EditorNotices } from '../../study/editor/editor-form.tsx'
import { useEditor } from '../../study/editor/use-editor.ts'
import { offerUndo } from '../../study/offer-undo.ts'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import { Button } from '../../ui/button.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { History, MonitorUp, Trash2 } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { editedSermons } from './edited-sermons.tsx'
import { keepSpeaker } from './last-speaker.ts'
import type { Writing } from './rich-text-editor.tsx'
import { asSermon, type SermonDraft, writtenText } from './sermon-draft.ts'
import { SermonFields } from './sermon-fields.tsx'
import { SermonLength } from './sermon-length.tsx'
import { SermonOutline } from './sermon-outline.tsx'
import { draftProblem, isRangeRefusal, sayRefusal } from './sermon-problems.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'
import { useSermonRemoval } from './use-sermon-removal.ts'

const TagField = lazy(() => withWords(['tags'], () => import('../../study/tags/tag-field.tsx')))
const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))
const PulpitView = lazy(() => withWords(['links', 'sermons'], () => import('./pulpit-view.tsx')))

export type SermonEditorProps = {
  readonly owner: User
  readonly beginning: Beginning<SermonDraft>
  /** The sermon's present state. Null or absent for a new sermon. */
  readonly sermon?: SermonItem | null
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: (sermon: SermonItem) => void
  readonly onDeleted: () => void
  readonly onCancel: () => void
  /** Whether the editor is on a page of its own. It then also opens the pulpit view. */
  readonly isPage?: boolean
}

/** The editor of one sermon, new or saved. */
export const SermonEditor = ({
  owner,
  beginning,
  sermon,
  onUnsaved,
  onSaved,
  onDeleted,
  onCancel,
  isPage = false,
}: SermonEditorProps) => {
  const { t } = useTranslation()
  const [toolsAt, setToolsAt] = useState<HTMLElement | null>(null)
  const [preaches, setPreaches] = useState(false)
  const say = useStatusMessage()
  const [asksToDelete, setAsksToDelete] = useState(false)
  const editor = useEditor({
    kind: editedSermons,
    owner,
    beginning,
    item: sermon,
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
    if (editor.isLoggedOut) return [t('editor.loggedOut')]
    const reason = sayRefusal(t, refusal)
    // A locked account cannot save, so the message does not ask the person to try again.
    return [...(isOfLock(refusal) ? [] : [t('sermons.saveFailed')]), ...(reason ? [reason] : [])]
  }
  // If the server refuses the range of verses, the fields of its end are marked.
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
      <div className={isPage ? 'sermon-page' : 'sermon-beside'}>
        <SermonOutline content={draft.content} form={editor.form} />
        <div className="grid grid-cols-1 gap-4">
          <EditorNotices editor={editor} />
          <SermonFields
            draft={draft}
            wrong={problem?.fields ?? refusedFields}
            busy={busy}
            isIdea={isPage && draft.base === null}
            onChange={editor.change}
          >
            {draft.base && (
              <button type="button" className="paper-chip text-muted" disabled={busy} onClick={editor.openHistory}>
                <History size={16} strokeWidth={1.8} aria-hidden />
                <span className="sr-only">{t('editor.history')}</span>{' '}
                {t('editor.revisions', { count: draft.base.revision })}
              </button>
            )}
            {draft.base && !isGone && (
              <button
                type="button"
                className="paper-chip text-muted hover:text-danger"
                aria-label={t('editor.delete')}
                title={t('editor.delete')}
                disabled={busy}
                onClick={() => setAsksToDelete(true)}
              >
                <Trash2 size={16} strokeWidth={1.8} aria-hidden />
              </button>
            )}
          </SermonFields>
          <div className="-my-2 min-h-11">
            <Fetched>
              <TagField owner={owner} tags={draft.tags} readOnly={busy} onChange={(tags) => editor.change({ tags })} />
            </Fetched>
          </div>
          <Fetched loading={<div className="skeleton h-80" role="status" aria-label={t('loading')} />}>
            <RichTextEditor
              key={editor.taken}
              initial={draft.content}
              sermonId={draft.id}
              version={draft.version}
              label={t('sermons.content')}
              invalid={problem?.fields.includes('content') ?? false}
              readOnly={busy}
              toolsAt={toolsAt}
              onReady={onEditor}
              onWrite={onText}
            />
          </Fetched>
        </div>
      </div>
      <EditorFoot
        editor={editor}
        problems={sayProblems()}
        onCancel={onCancel}
        tools={<div ref={setToolsAt} className="min-h-11" />}
        about={<SermonLength content={draft.content} />}
      >
        {isPage && (
          <Button look="quiet" className="hidden px-3! desk:inline-flex" onClick={() => setPreaches(true)}>
            <MonitorUp size={18} strokeWidth={1.8} aria-hidden />
            {t('sermons.pulpit')}
          </Button>
        )}
      </EditorFoot>
      <Fetched>
        {preaches && (
          <PulpitView title={draft.title} content={draft.content} sharing={null} onClose={() => setPreaches(false)} />
        )}
      </Fetched>
      {removal.waits && (
        <p role="status" className="text-sm text-muted">
          <WaitingMark />
        </p>
      )}
      {asksToDelete && (
        <ConfirmDialog
          title={t('sermons.confirmDelete')}
          description={t('editor.confirmDeleteText')}
          confirm={t('editor.delete')}
          cancel={t('cancel')}
          onConfirm={remove}
          onCancel={() => setAsksToDelete(false)}
        />
      )}
    </EditorForm>
  )
}
