import type { User } from '@pathlight/contracts/accounts.ts'
import { History } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { IconButton } from '../../ui/button.tsx'
import { history } from './history.ts'
import { SermonConflict } from './sermon-conflict.tsx'
import { asSermon, type Draft, draftOf, isUnsaved } from './sermon-draft.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

const EditorHistory = lazy(() => withWords(['history'], () => import('../../study/history/editor-history.tsx')))

type Writing = {
  readonly owner: User
  readonly draft: Draft
  readonly busy: boolean
  /** Has the words that stand in the editor in the draft, before it goes. */
  readonly takeOver: () => void
  readonly onDraft: (draft: Draft) => void
  readonly onSaveAsNew: (draft: Draft) => void
}

/**
 * The history of the sermon that is being written. `button` leads to it; `instead` is what stands in the editor's place: the history,
 * or, where a restore met unsaved words, both of them.
 */
export const useSermonHistory = ({ owner, draft, busy, takeOver, onDraft, onSaveAsNew }: Writing) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  /** It was restored while there were unsaved words: these stand beside it until the person decides. */
  const [beside, setBeside] = useState<SermonItem | null>(null)
  const { base } = draft
  const onRestored = (answer: unknown) => {
    const restored = sermonWrites.saved?.(answer, base as SermonItem) as SermonItem
    setShown(false)
    if (isUnsaved(draft)) setBeside(restored)
    else onDraft(draftOf(restored))
  }
  const decide = (sermon: SermonItem, next: (draft: Draft) => void, words: Draft) => {
    setBeside(null)
    next({ ...words, base: sermon })
  }
  const button: ReactNode = base && (
    <IconButton
      icon={History}
      label={t('sermons.history')}
      disabled={busy}
      onClick={() => {
        takeOver()
        setShown(true)
      }}
    />
  )
  if (beside)
    return {
      button,
      instead: (
        <SermonConflict
          because="restored"
          mine={asSermon(draft, owner, new Date().toISOString())}
          saved={beside}
          onKeepMine={() => decide(beside, onDraft, draft)}
          onTakeTheirs={() => decide(beside, onDraft, draftOf(beside))}
          onKeepBoth={() => decide(beside, onSaveAsNew, draft)}
        />
      ),
    }
  return {
    button,
    instead: shown && base && (
      <Suspense fallback={<div className="skeleton h-80" role="status" aria-label={t('loading')} />}>
        <EditorHistory
          level="h2"
          user={owner}
          history={history}
          id={base.id}
          onRestored={onRestored}
          onClose={() => setShown(false)}
        />
      </Suspense>
    ),
  }
}
