import type { User } from '@pathlight/contracts/accounts.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountDialog } from '../../../session/account-dialogs.tsx'
import { useSession } from '../../../session/use-session.ts'
import type { Action, Chosen, StudyKind } from '../../../study/study-kind.ts'
import { useStatusMessage } from '../../../ui/status-message.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx'
import { type ReaderState, sameChapter } from '../columns/reader-state.ts'
import type { Act } from '../columns/use-reader-state.ts'
import { focusVerseNumber } from '../text/verse-piece.tsx'

/** The section for which the person opened the panel. It comes first. Null if they opened the panel for no section. */
export type OpenedFor = StudyKind | 'references' | null
/**
 * The open panel. `owner` is the person whose items it shows, or null for a visitor. `nth` counts the panels and
 * workspaces that were opened. It is part of the React key, so each of them begins with new editors.
 */
type Panel = {
  readonly owner: User | null
  readonly chosen: Chosen
  readonly openedFor: OpenedFor
  readonly nth: number
}
type Writing = {
  readonly nth: number
  readonly owner: User
  readonly chosen: Chosen
  readonly kind: StudyKind
  readonly item: string | null
}

/**
 * The leave guard's name for unsaved words in a kind's workspace. Unsaved words in the kind's section have the kind's
 * name.
 */
export const workspaceName = ({ name }: StudyKind): string => `${name} workspace`

const focusChosen = ({ column, parts }: Chosen): void => {
  const own = document.querySelector(`[data-column='${column.id}']`)
  focusVerseNumber(own ?? document, parts[0].verse.verse, true)
}

/**
 * The panel or workspace that is open beside the text, and functions to open and close them. If words are unsaved, the
 * functions that open ask the person first. The functions that close do not ask; `guard` does.
 */
export const useOpenStudy = (reader: ReaderState, act: Act, kinds: readonly StudyKind[]) => {
  const { t } = useTranslation()
  const user = useSession()
  const say = useStatusMessage()
  const openAccount = useAccountDialog()
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [workspace, setWorkspace] = useState<Writing | null>(null)
  const nth = useRef(0)
  const sections = useMemo(() => kinds.map(({ name }) => name), [kinds])

  // A panel or workspace closes when its chapter closes, and when another person logs in. It stays open when the
  // session ends.
  const isStillOpen = ({ owner, chosen: { column } }: Panel | Writing) =>
    reader.columns.some((one) => sameChapter(one, column)) && (!user || !owner || user.id === owner.id)
  const opened = panel && isStillOpen(panel) ? panel : null
  const writing = workspace && isStillOpen(workspace) ? workspace : null

  const openPanel = useCallback(
    (openedFor: OpenedFor, chosen: Chosen, owner: User | null) =>
      guard(() => {
        // The pressed button disappears with the popup, so the verse gets the focus.
        focusChosen(chosen)
        act({ type: 'rest' })
        setPanel({ owner, chosen, openedFor, nth: ++nth.current })
      }, sections),
    [guard, sections, act],
  )
  const openWorkspace = useCallback(
    (kind: StudyKind, chosen: Chosen, owner: User, item: string | null) =>
      guard(() => {
        act({ type: 'rest' })
        setWorkspace({ owner, chosen, kind, item, nth: ++nth.current })
      }, [workspaceName(kind)]),
    [guard, act],
  )
  const onOpen = useCallback(
    (openedFor: StudyKind | 'references', chosen: Chosen) => {
      const column = chosen.column.id ?? reader.active
      const { verse } = chosen.parts[0].verse
      act({ type: 'choose', choice: { by: 'verses', column, verses: [verse], anchor: verse, held: false } })
      if (user || openedFor === 'references') openPanel(openedFor, chosen, user)
      else openAccount('please', (now) => openPanel(openedFor, chosen, now))
    },
    [reader, act, user, openAccount, openPanel],
  )
  const onAct = useCallback(
    (kind: StudyKind, action: Action, chosen: Chosen) => {
      const run = (owner: User) =>
        void action(chosen, {
          owner,
          t,
          say,
          openSection: () => openPanel(kind, chosen, owner),
          openWorkspace: (item) => openWorkspace(kind, chosen, owner, item),
          letGo: () => {
            act({ type: 'letGo' })
            getSelection()?.removeAllRanges()
            focusChosen(chosen)
          },
        })
      if (user) run(user)
      else openAccount('please', run)
    },
    [user, t, say, act, openAccount, openPanel, openWorkspace],
  )
  const onLook = useCallback((chosen: Chosen) => openPanel(null, chosen, user), [openPanel, user])
  const closePanel = useCallback(() => setPanel(null), [])
  const closeWorkspace = useCallback(() => setWorkspace(null), [])

  return {
    /**
     * The person whose items are shown. After their session ends it stays the same while their panel or workspace is
     * open.
     */
    viewer: user ?? opened?.owner ?? writing?.owner ?? null,
    opened: opened && { ...opened, owner: opened.owner ?? user },
    writing,
    onOpen,
    onAct,
    onLook,
    openWorkspace,
    closePanel,
    closeWorkspace,
    guard,
    onUnsaved,
    dialog,
  }
}
