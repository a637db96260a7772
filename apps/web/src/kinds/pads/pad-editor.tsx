import type { User } from '@pathlight/contracts/accounts.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import {
  PAD_BYTES_MAX,
  PAD_ENTRIES_MAX,
  PAD_HEADING_MAX,
  PAD_TEXT_MAX,
  PAD_TITLE_MAX,
  padBytes,
} from '@pathlight/contracts/pad-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOfLock } from '../../api/api-problem.ts'
import { isOpen } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { beginOfAddress } from '../../study/editor/begin-editing.ts'
import { EditorFoot, EditorForm, EditorNotices } from '../../study/editor/editor-form.tsx'
import { type DraftProblem, useEditor } from '../../study/editor/use-editor.ts'
import { followWrite } from '../../study/follow-write.ts'
import { knownKinds } from '../../study/known-kinds.ts'
import { ShareLinkButton } from '../../study/links/share-link-button.tsx'
import { offerUndo } from '../../study/offer-undo.ts'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import { IconButton } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { History, Trash2 } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useFetched } from '../../ui/use-fetched.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { editedPads } from './edited-pads.ts'
import { EntryList } from './entry-list.tsx'
import { gather, gatherMarks } from './gather.ts'
import { Around } from './pad-around.ts'
import { asPad, entriesOf, newPadDraft, type PadDraft, padDrafts } from './pad-drafts.ts'
import { PadOutline } from './pad-outline.tsx'
import { padWrites } from './pad-writes.ts'
import { usePrintWhole } from './use-print-whole.ts'
import './pad.css'

const Backlinks = lazy(() => withWords(['free-text'], () => import('../../study/rich-text/backlinks.tsx')))
const TagField = lazy(() => withWords(['tags'], () => import('../../study/tags/tag-field.tsx')))
const TakeAlong = lazy(() => import('./take-along.tsx'))

export type PadEditorProps = {
  readonly owner: User
  readonly id: string
  /** The pad's present state. Null if the pad is new. */
  readonly pad: Pad | null
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  readonly onSaved: (pad: Pad) => void
  readonly onRemoved: () => void
  /** Called when the person presses Cancel. The caller must ask before it discards the unsaved words. */
  readonly onCancel: () => void
  /** Called when the person takes the saved pad instead of the unsaved words. */
  readonly onTakeSaved: () => void
}

/**
 * A study pad that is edited in place, with the person's unsaved words. Render it only after the device's drafts were
 * read.
 */
const PadEditor = ({ owner, id, pad, onUnsaved, onSaved, onRemoved, onCancel, onTakeSaved }: PadEditorProps) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const [asksToRemove, setAsksToRemove] = useState(false)
  const [beginning] = useState(() => beginOfAddress(editedPads, owner.id, newPadDraft(id), pad))
  const check = (words: PadDraft): DraftProblem | null => {
    const [title, entries] = [words.title, entriesOf(words)]
    if (title.trim() === '') return { said: t('server.pad_title_empty'), fields: ['title'] }
    if (entries.length > PAD_ENTRIES_MAX)
      return { said: t('server.pad_too_many_entries', { max: PAD_ENTRIES_MAX }), fields: [] }
    const isLonger = (type: PadEntry['type'], max: number) =>
      entries.some((entry) => 'text' in entry && entry.type === type && entry.text.length > max)
    if (isLonger('heading', PAD_HEADING_MAX))
      return { said: t('server.pad_heading_too_long', { max: PAD_HEADING_MAX }), fields: [] }
    if (isLonger('text', PAD_TEXT_MAX))
      return { said: t('server.pad_text_too_long', { max: PAD_TEXT_MAX }), fields: [] }
    if (padBytes(entries) > PAD_BYTES_MAX)
      return { said: t('server.pad_too_long', { max: PAD_BYTES_MAX / 1000 }), fields: [] }
    return null
  }
  const editor = useEditor({
    kind: editedPads,
    owner,
    beginning,
    item: pad,
    check,
    asItem: (draft, now) => asPad(draft, owner, now),
    onUnsaved,
    onTakeSaved,
  })
  const { draft, saved, problem, refusal, goOnFrom, isGone, giveUp } = editor
  const { base, title, entries } = draft
  const isUnsaved = padDrafts.isUnsaved(draft)
  useEffect(() => {
    if (!saved) return
    goOnFrom(saved)
    onSaved(saved)
  }, [saved, goOnFrom, onSaved])

  const kinds = useFetched(true, knownKinds)
  const { data: versions } = useQuery({ ...versionsQuery, refetchInterval: false })
  const queries = useQueryClient()
  const { isWhole, print } = usePrintWhole(async () => {
    await gather(queries, { owner, kinds }, entriesOf(draft))
    await gatherMarks(queries, { owner }, entriesOf(draft))
  })
  const around = useMemo(
    () => ({ owner, padId: draft.id, kinds, versions, isWhole }),
    [owner, draft.id, kinds, versions, isWhole],
  )
  const { change } = editor

  const remove = () => {
    setAsksToRemove(false)
    if (!base) return
    giveUp()
    const key = pendingWrites.add(padWrites, owner.id, { base, wanted: null })
    const end = offerUndo(padWrites, owner.id, [{ key, seen: base }], {
      ...{ t, say },
      done: t('pads.padRemoved'),
    })
    followWrite(padWrites, owner.id, key, { t, say, otherwise: t('pads.removeFailed'), onRefused: end })
    onRemoved()
  }
  const sayProblems = (): readonly string[] => {
    if (problem) return [problem.said]
    if (!refusal) return []
    if (editor.isLoggedOut) return [t('editor.loggedOut')]
    const reason = sayProblem(t, refusal)
    // A locked account cannot save, so the message does not ask the person to try again.
    return [...(isOfLock(refusal) ? [] : [t('pads.saveFailed')]), ...(reason ? [reason] : [])]
  }
  const problems = sayProblems()
  const isUnsent = usePendingWrites(padWrites, owner.id).some((write) => write.itemId === draft.id && isOpen(write))
  const isAtRest = !isUnsaved && !editor.isSending && !editor.isWaiting && !isGone && problems.length === 0
  return (
    <Around value={around}>
      <EditorForm editor={editor}>
        <div className="pad-page">
          <PadOutline entries={entries} form={editor.form} />
          <div className="min-w-0">
            <EditorNotices editor={editor} />
            <span data-words={title} className="pad-title grows">
              <textarea
                name="title"
                rows={1}
                value={title}
                maxLength={PAD_TITLE_MAX}
                aria-label={t('pads.title')}
                placeholder={t('pads.title')}
                aria-invalid={problem?.fields.includes('title') ? true : undefined}
                onChange={({ target }) => change({ title: target.value.replace(/[\r\n]+/g, ' ') })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
                  // A title is one line. Enter leads to the field that adds entries.
                  event.preventDefault()
                  event.currentTarget.form?.querySelector<HTMLElement>('.pad-add textarea')?.focus()
                }}
                className="on-paper"
              />
            </span>
            <div className="mt-1 mb-3 flex flex-wrap items-start gap-x-1 print:hidden">
              <div className="min-h-11 min-w-0 grow basis-full wide:basis-56">
                <Fetched>
                  <TagField
                    owner={owner}
                    tags={draft.tags}
                    readOnly={editor.busy}
                    onChange={(tags) => change({ tags })}
                  />
                </Fetched>
              </div>
              <p className="mr-auto flex min-h-11 items-center gap-2 text-xs text-muted wide:mr-2">
                {base && isAtRest && isUnsent && <WaitingMark />}
                {base && isAtRest && !isUnsent && (
                  <>
                    <span aria-hidden className="size-1.5 flex-none rounded-full bg-ok" />
                    {t('pads.saved')}
                  </>
                )}
              </p>
              {base && (
                <>
                  <IconButton icon={History} label={t('editor.history')} onClick={editor.openHistory} />
                  {!isGone && (
                    <ShareLinkButton
                      look="icon"
                      label={t('editor.share')}
                      owner={owner}
                      kind="pad"
                      id={base.id}
                      title={base.title}
                    />
                  )}
                  {!isGone && (
                    <IconButton icon={Trash2} label={t('pads.removePad')} onClick={() => setAsksToRemove(true)} />
                  )}
                </>
              )}
              <Fetched loading={<div className="size-10" />}>
                <TakeAlong title={title} entries={entriesOf(draft)} onPrint={() => void print()} />
              </Fetched>
            </div>
            <EntryList entries={entries} adding={draft.adding} onChange={change} />
            {base && (
              <Fetched>
                <Backlinks level="h2" owner={owner} named={{ item: base.id }} />
              </Fetched>
            )}
          </div>
        </div>
        {!isAtRest && <EditorFoot editor={editor} problems={problems} onCancel={onCancel} />}
        {asksToRemove && (
          <ConfirmDialog
            title={t('pads.confirmRemove')}
            description={t('pads.confirmRemoveText')}
            confirm={t('pads.removePad')}
            cancel={t('cancel')}
            onConfirm={remove}
            onCancel={() => setAsksToRemove(false)}
          />
        )}
      </EditorForm>
    </Around>
  )
}
export default PadEditor
