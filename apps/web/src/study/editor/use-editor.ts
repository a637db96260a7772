import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiProblem } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { type Item, isOpen } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { useRefusedByDevice } from '../../device/use-kept-work.ts'
import { useLogInToSave } from '../../session/use-log-in-to-save.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import type { Beginning, OtherDraft } from './begin-editing.ts'
import type { Because } from './conflict.tsx'
import { type Draft, forgetDraft } from './drafts.ts'
import type { EditedKind } from './edited-kind.ts'
import { sayOutcome } from './say-outcome.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useLateWords } from './use-late-words.ts'

/** The problem of a draft, in words. `fields`: the names of the invalid inputs. */
export type DraftProblem = { readonly said: string; readonly fields: readonly string[] }

/**
 * Another state of the item while the person has unsaved words: saved by another device, restored, or typed in another
 * tab (`unsaved`).
 */
type Other<I, D> = { readonly item: I; readonly because: Because; readonly unsaved?: OtherDraft<D> }

type Options<I extends Item, D extends Draft<I>> = {
  readonly kind: EditedKind<I, D>
  readonly owner: User
  readonly beginning: Beginning<D>
  /** The item's present state, for an editor on the item's own page. Null if the item does not exist. */
  readonly item?: I | null | undefined
  /** The problem of a draft. Null if this device knows of none. */
  readonly check: (draft: D) => DraftProblem | null
  /** The item that results from the draft. `now`: ISO 8601, UTC. */
  readonly asItem: (draft: D, now: string) => I
  /** Called with each draft for which a write is made. */
  readonly onSend?: (draft: D) => void
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  /** Called when the person takes the saved item instead of the unsaved words. */
  readonly onTakeSaved: (item: I) => void
}

/**
 * Edits one item, new or existing, from the draft to the saved write, with conflicts and restored revisions. This
 * device stores the typed words. A save becomes a pending write, which is sent even after the editor has closed. The
 * kind's editor renders its fields inside `EditorForm`.
 */
export const useEditor = <I extends Item, D extends Draft<I>>({
  kind,
  owner,
  beginning,
  item: present,
  check,
  asItem,
  onSend,
  onUnsaved,
  onTakeSaved,
}: Options<I, D>) => {
  const { writes, drafts } = kind
  const { t } = useTranslation()
  const say = useStatusMessage()
  const { initial, refused, restored } = beginning
  const form = useRef<HTMLFormElement>(null)
  const [typed, setDraft] = useState(initial)
  const [sent, setSent] = useState(refused)
  const [problem, setProblem] = useState<DraftProblem | null>(null)
  const [showsHistory, setShowsHistory] = useState(false)
  const [beside, setBeside] = useState<Other<I, D> | null>(() => {
    const unsaved = beginning.beside
    return unsaved && { item: asItem(unsaved.draft, new Date().toISOString()), because: 'otherTab', unsaved }
  })
  /** The item as another device saved it before the person tried to remove it. The person has not seen this state. */
  const [changed, setChanged] = useState<I | null>(null)
  /** How often `takeIn` replaced the words in the form. A rich text editor must be mounted anew each time. */
  const [taken, setTaken] = useState(0)
  const write = usePendingWrites(writes, owner.id).find(({ key }) => key === sent)
  const state = write?.state ?? null
  /** Whether the write has the words of the draft. False after the person has typed more. */
  const isHeld = write !== undefined && drafts.says(typed, write.wanted)
  const saved = state?.status === 'saved' && isHeld ? state.item : null
  const savedBefore = state?.status === 'saved' && !isHeld ? state.item : null
  const draft = useMemo((): D => (savedBefore ? { ...typed, base: savedBefore } : typed), [typed, savedBefore])
  const busy = state?.status === 'sending' || saved !== null
  const isGone = state?.status === 'gone'
  const isRefused = isGone || state?.status === 'conflict' || state?.status === 'failed'

  const late = useLateWords(setDraft)
  const { isWriting, withText, takeOver } = late
  const kept = isHeld ? (isRefused ? 'refused' : 'held') : 'none'
  const saveAtClose = useRef<() => boolean>(() => false)
  const saveAndClose = useCallback(() => {
    // Lets a field add its last words, as before a submit. The event does not bubble, so the form does not submit.
    form.current?.dispatchEvent(new Event('submit'))
    return saveAtClose.current()
  }, [])
  const { keptAt, giveUp } = useKeptDraft({
    ...{ drafts, draft, keptAt: beginning.keptAt, sent, isWriting, withText, onUnsaved },
    state: kept,
    save: saveAndClose,
  })
  useEffect(() => (sent ? pendingWrites.attend(sent) : undefined), [sent])

  /**
   * Whether this editor's own write has the draft's words. A refusal from before this editor opened is not reported
   * again.
   */
  const isAnswered = isHeld && sent !== refused
  const refusal: ApiProblem | null = isAnswered && state?.status === 'failed' ? state.error : null
  const isLoggedOut = state?.status === 'failed' && state.error.status === 401 && sent !== refused

  const pointTo = ({ fields: [first] }: DraftProblem) => {
    if (!form.current) return
    const field = form.current.querySelector<HTMLElement>(`[name='${first}']`)
    if (!field) return late.focus()
    // A field inside a closed `details` cannot take the focus.
    field.closest('details')?.setAttribute('open', '')
    field.focus()
  }

  /**
   * Makes a write of the words and returns its key. If a write with the same words waits, is being sent or was saved,
   * returns that write's key. Null if `check` finds a problem.
   */
  const save = (given: D): string | null => {
    const words = withText(given)
    takeOver()
    if (write && drafts.says(words, write.wanted) && (isOpen(write) || write.state.status === 'saved')) {
      pendingWrites.retry(write.key)
      return write.key
    }
    const obstacle = check(words)
    setProblem(obstacle)
    if (obstacle) {
      pointTo(obstacle)
      return null
    }
    onSend?.(words)
    setDraft(words)
    const wanted = asItem(words, new Date().toISOString())
    const key = pendingWrites.add(writes, owner.id, { base: words.base, wanted }, sent)
    setSent(key)
    return key
  }
  useLogInToSave(isLoggedOut ? sent : null, owner, () => void save(draft))

  const decided = () => {
    setBeside(null)
    setChanged(null)
  }
  const saveAsNew = () => {
    decided()
    if (sent) pendingWrites.drop(sent)
    return save({ ...draft, id: newId(), base: null })
  }

  const goOnFrom = useCallback((item: I) => {
    setSent(null)
    setDraft((words) => ({ ...words, base: item }))
  }, [])

  /** Sets a draft with a newer base than the write that was saved last. That write must not become the base again. */
  const goOnWith = (words: D) => {
    if (state?.status === 'saved') setSent(null)
    setDraft(words)
  }

  /** The saved state that conflicts with the person's words. Null if there is no conflict. */
  const otherSaved = state?.status === 'conflict' ? state.current : changed
  const other: Other<I, D> | null = otherSaved ? { item: otherSaved, because: 'saved' } : beside
  saveAtClose.current = () => {
    // In a conflict nothing is saved until the person has chosen.
    const key = other ? null : isGone ? saveAsNew() : save(draft)
    if (key === null) return false
    sayOutcome(writes, owner.id, key, (status) => say(t(status === 'saved' ? 'writes.saved' : 'writes.willBeSent')))
    return true
  }
  /** Whether the other tab's draft has changed since the person saw it. If so, shows the new words. */
  const hasMoved = (unsaved: OtherDraft<D>): boolean => {
    const kept = drafts.kept(unsaved.key)
    // The base is not compared, because an editor sets it again when it opens.
    const now = kept && { ...kept, base: unsaved.draft.base }
    if (!now || hashKey([now]) === hashKey([unsaved.draft])) return false
    setBeside({ item: asItem(now, new Date().toISOString()), because: 'otherTab', unsaved: { ...unsaved, draft: now } })
    return true
  }
  const keepMine = ({ item, because, unsaved }: Other<I, D>) => {
    if (unsaved && hasMoved(unsaved)) return
    decided()
    if (unsaved) forgetDraft(unsaved.key)
    else if (because === 'saved') save({ ...draft, base: item })
    else goOnWith({ ...draft, base: item })
  }
  const takeTheirs = ({ item, because, unsaved }: Other<I, D>) => {
    if (unsaved && hasMoved(unsaved)) return
    decided()
    if (unsaved) {
      forgetDraft(unsaved.key)
      return setDraft(unsaved.draft)
    }
    if (because !== 'saved') return goOnWith(drafts.of(item))
    giveUp()
    if (sent) pendingWrites.drop(sent)
    onTakeSaved(item)
  }

  /**
   * Shows a state that another device saved, or a restored revision. If there are unsaved words, both are shown until
   * the person decides.
   */
  const takeIn = (item: I, because: 'restored' | 'elsewhere') => {
    setShowsHistory(false)
    const words = withText(draft)
    takeOver()
    if (drafts.isUnsaved(words)) return setBeside({ item, because })
    setTaken(taken + 1)
    goOnWith(drafts.of(item))
  }
  // Takes in the page's item if the draft has no base. For a kind with `onFollow`, also if the item is newer than the
  // base and nothing is unsaved. Does nothing during a save or a conflict, or while the history is shown.
  const meet = useEffectEvent((item: I) => {
    const { base } = draft
    const isNews = (item.revision ?? 0) > (base?.revision ?? 0) && !drafts.isUnsaved(withText(draft))
    const isShown = base === null || (kind.onFollow !== undefined && isNews)
    if (!isShown || busy || state?.status === 'waiting' || isGone || other || showsHistory) return
    kind.onFollow?.(draft, item)
    if (base === null) setDraft((words) => drafts.continuing(words, item))
    takeIn(item, 'elsewhere')
  })
  useEffect(() => {
    if (present) meet(present)
  }, [present])
  // On the item's own page: whether the server refused the new item's id, because another item has or had this id. The
  // draft is then saved with another id. Beside a verse the person is told instead, because another tab may have saved
  // the same draft.
  const isTaken = present !== undefined && refusal?.code === `${kind.history.kind}_exists`
  const saveBeside = useEffectEvent(saveAsNew)
  useEffect(() => {
    if (isTaken) saveBeside()
  }, [isTaken])

  return {
    kind,
    owner,
    keptAt,
    restored,
    draft,
    form,
    /** The write is being sent, or was saved. Words typed now would be lost when the editor closes. */
    busy,
    /** The saved item with the draft's words. Null until the server has saved them. */
    saved,
    isGone,
    isHeld,
    /** The problem that prevented a save. The next change of the draft clears it. */
    problem,
    setProblem,
    /** The server's refusal of this editor's write of the draft's words. Null if there is none. */
    refusal,
    isLoggedOut,
    /** Like `refusal`, but also of a write from before this editor opened. */
    refusalOfAnyVisit: isHeld && state?.status === 'failed' ? state.error : null,
    isSending: state?.status === 'sending',
    /** The write waits to be sent, for the first time or again. The draft may have other words by now. */
    isWaiting: state?.status === 'waiting',
    /** The words of the draft wait to be sent, and no problem is known. */
    waits: problem === null && isAnswered && state?.status === 'waiting',
    /** Whether this device could not store the draft. */
    isUnkept: useRefusedByDevice(isHeld ? null : keptAt),
    late,
    taken,
    change: (words: Partial<D>) => {
      setDraft({ ...draft, ...words })
      setProblem(null)
    },
    save: () => void save(draft),
    saveAsNew: () => void saveAsNew(),
    /** Makes a saved item the draft's base. The words stay. */
    goOnFrom,
    giveUp,
    setChanged,
    other: other && {
      ...other,
      mine: () => asItem(draft, new Date().toISOString()),
      keepMine: () => keepMine(other),
      takeTheirs: () => takeTheirs(other),
    },
    takeIn,
    showsHistory,
    openHistory: () => {
      takeOver()
      setShowsHistory(true)
    },
    closeHistory: () => setShowsHistory(false),
  }
}

export type Editor<I extends Item, D extends Draft<I>> = ReturnType<typeof useEditor<I, D>>
