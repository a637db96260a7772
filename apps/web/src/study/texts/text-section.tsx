import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/new-id.ts'
import { isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { keptWork } from '../../device/kept-work.ts'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { editDraftKey, newDraftKey, sharedDraftKey } from '../draft-keys.ts'
import { type Beginning, beginEditing } from '../editor/begin-editing.ts'
import { forgetDraft } from '../editor/drafts.ts'
import { offerUndo } from '../offer-undo.ts'
import type { SectionProps } from '../study-kind.ts'
import { useItemsOnChapter } from '../use-items-on-chapter.ts'
import { versesOfChosen } from '../verses-of-chosen.ts'
import { WaitingMark } from '../waiting-mark.tsx'
import type { TextDraft, TextItem } from './text-drafts.ts'
import { TextEditor } from './text-editor.tsx'
import type { TextKind } from './text-kind.ts'
import { TextList } from './text-list.tsx'
import { textsOnVerse } from './texts-on-verse.ts'

type Props<I extends TextItem> = Omit<SectionProps, 'openWorkspace'> & {
  readonly kind: TextKind<I>
  readonly texts: readonly I[]
}

const Texts = <I extends TextItem>({ kind, owner, chosen, asked, texts, onUnsaved, guard, onClose }: Props<I>) => {
  const { words, drafts } = kind
  const [{ verse }] = chosen.parts
  const { from, to } = versesOfChosen(chosen)
  /**
   * The id of the last verse of a new text. Null if one verse number is chosen, even if it joins several verses (4-5).
   */
  const endVerseId = chosen.parts.length > 1 ? verse.verse_id + to - from : null
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [deleting, setDeleting] = useState<I | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const [removing, setRemoving] = useState<string | null>(null)
  const endOffer = useRef(() => {})
  const writes = usePendingWrites(kind.writes, owner.id)
  const refused = writes.filter(isRefused)
  const removal = writes.find(({ key }) => key === removing)?.state

  const isHome = ({ verse_id, version }: I) => verse_id === verse.verse_id && version === verse.version
  const begin = (): Beginning<TextDraft<I>> => {
    const fresh = drafts.fresh(newId(), endVerseId)
    const keptAt = newDraftKey(words, owner.id, verse)
    const beginning = beginEditing(kind, owner.id, { fresh, keptAt, isHome, items: texts })
    const { initial } = beginning
    // A draft of a new text moves to the verses that are chosen now. If only one verse is chosen, the draft's own last
    // verse stays.
    return initial.base
      ? beginning
      : { ...beginning, initial: { ...initial, endVerseId: endVerseId ?? initial.endVerseId } }
  }
  const edit = (item: I): Beginning<TextDraft<I>> => {
    const keptAt = editDraftKey(words, owner.id, item.id)
    return beginEditing(kind, owner.id, { fresh: drafts.of(item), keptAt, items: texts })
  }
  /**
   * The state to begin with if another device removed a text of the first chosen verse while this device has unsaved
   * words of that text. Otherwise null.
   */
  const editRemoved = (): Beginning<TextDraft<I>> | null => {
    const keyOf = (id: string) => editDraftKey(words, owner.id, id)
    const left = keptWork.keys(keyOf('')).flatMap((key) => {
      const draft = drafts.kept(key)
      return draft?.base && sharedDraftKey(key) === keyOf(draft.id) ? [draft.base] : []
    })
    const removed = left.find((item) => isHome(item) && !texts.some(({ id }) => id === item.id))
    return removed ? edit(removed) : null
  }
  /** The state with which the editor opened. Null while the list of texts is shown instead. */
  const [editing, setEditing] = useState(() => {
    // A refused edit opens first, because the person must decide about it.
    const undecided = texts.find(({ id }) => refused.some(({ itemId, wanted }) => itemId === id && wanted !== null))
    if (undecided) return edit(undecided)
    const beginning = begin()
    if (beginning.restored) return beginning
    return editRemoved() ?? (asked && texts.length === 0 ? beginning : null)
  })

  const remove = (item: I) => {
    setDeleting(null)
    setFailure(null)
    setEditing(null)
    forgetDraft(editDraftKey(words, owner.id, item.id))
    const key = pendingWrites.add(kind.writes, owner.id, { base: item, wanted: null })
    setRemoving(key)
    endOffer.current = offerUndo(kind.writes, owner.id, [{ key, seen: item }], {
      ...{ t, say },
      done: t(`${words}.removed`, {
        place: rangeReference(item.book, item.verse_id, item.end_verse_id ?? item.verse_id, language),
      }),
    })
  }
  const isEmpty = texts.length === 0
  useEffect(() => (removing ? pendingWrites.attend(removing) : undefined), [removing])
  useEffect(() => {
    if (!removing || !removal) return
    if (removal.status === 'saved' && isEmpty) onClose()
    if (removal.status !== 'conflict' && removal.status !== 'failed') return
    pendingWrites.drop(removing)
    endOffer.current()
    const why = removal.status === 'failed' ? sayProblem(t, removal.error) : t('editor.conflictTitle')
    setFailure(why ?? t(`${words}.deleteFailed`))
  }, [removing, removal, isEmpty, onClose, t, words])
  const leaveEditor = () => {
    if (asked && texts.length === 0) onClose()
    else setEditing(null)
  }

  const edited = editing && texts.find(({ id }) => id === editing.initial.id)
  const question = deleting && (
    <ConfirmDialog
      title={t(`${words}.confirmDelete`)}
      description={t('editor.confirmDeleteText')}
      confirm={t('editor.delete')}
      cancel={t('cancel')}
      onConfirm={() => remove(deleting)}
      onCancel={() => setDeleting(null)}
    />
  )
  if (editing)
    return (
      <>
        <TextEditor
          kind={kind}
          key={editing.keptAt}
          owner={owner}
          verse={verse}
          beginning={editing}
          onUnsaved={onUnsaved}
          onSaved={onClose}
          onCancel={() => guard(leaveEditor)}
          onDelete={edited ? () => setDeleting(edited) : null}
        />
        {question}
      </>
    )
  return (
    <>
      <ErrorList errors={failure ? [failure] : []} />
      {removal?.status === 'waiting' && (
        <p role="status" className="text-sm text-muted">
          <WaitingMark />
        </p>
      )}
      <TextList
        kind={kind}
        texts={texts}
        writes={writes}
        onAdd={() => setEditing(begin())}
        onEdit={(item) => setEditing(edit(item))}
        onDelete={setDeleting}
      />
      {question}
    </>
  )
}

/** The texts of a kind on the chosen verses, to read, write, edit and delete. */
export const TextSection = <I extends TextItem>({ kind, ...props }: SectionProps & { readonly kind: TextKind<I> }) => {
  const isOpen = useKeptWorkOpen()
  const { t } = useTranslation()
  const { items, isComing, retry } = useItemsOnChapter(kind.overlay, props.owner, props.chosen.column)
  if (!isComing && isOpen) {
    const { from, to } = versesOfChosen(props.chosen)
    const texts = textsOnVerse(items, { verse: from, through: to }) as readonly TextItem[] as readonly I[]
    return (
      <>
        {retry && <FetchFailed words={t(`${kind.words}.loadFailed`)} onRetry={retry} />}
        <Texts {...props} kind={kind} texts={texts} />
      </>
    )
  }
  return (
    <p role="status" className="py-8 text-center text-sm text-muted">
      {t('loading')}
    </p>
  )
}
