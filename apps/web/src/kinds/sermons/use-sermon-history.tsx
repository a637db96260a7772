import type { User } from '@pathlight/contracts/accounts.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { IconButton } from '../../ui/button.tsx'
import { History } from '../../ui/icons.ts'
import { history } from './history.ts'
import { SermonConflict } from './sermon-conflict.tsx'
import { asSermon, type Draft, draftOf, isUnsaved } from './sermon-draft.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

const EditorHistory = lazy(() => withWords(['history'], () => import('../../study/history/editor-history.tsx')))

const ChangedElsewhere = lazy(() =>
  withWords(['history', 'person'], () => import('../../study/history/changed-elsewhere.tsx')),
)

type Writing = {
  readonly owner: User
  readonly draft: Draft
  readonly busy: boolean
  readonly withText: (draft: Draft) => Draft
  /** Has the words that stand in the editor in the draft, before it goes. */
  readonly takeOver: () => void
  readonly onDraft: (draft: Draft) => void
  readonly onSaveAsNew: (draft: Draft) => void
}

/**
 * The history of the sermon that is being written. `button` leads to it. `notice` says what another device did to the
 * sermon. When those words are taken in, `taken` grows and the editor begins anew. `instead` stands in the editor's
 * place: the history, or, where a restore met unsaved words, the restored words beside the unsaved ones.
 */
export const useSermonHistory = ({ owner, draft, busy, withText, takeOver, onDraft, onSaveAsNew }: Writing) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  /** A sermon restored or taken in while there were unsaved words: it stands beside them until the person decides. */
  const [beside, setBeside] = useState<{ sermon: SermonItem; because: 'restored' | 'elsewhere' } | null>(null)
  /** How often other words came into the editor than were written there. */
  const [taken, setTaken] = useState(0)
  const { base } = draft
  const takeIn = (sermon: SermonItem, because: 'restored' | 'elsewhere') => {
    setShown(false)
    const words = withText(draft)
    takeOver()
    if (isUnsaved(words)) return setBeside({ sermon, because })
    setTaken(taken + 1)
    onDraft(draftOf(sermon))
  }
  const decide = (base: SermonItem, next: (draft: Draft) => void, words: Draft) => {
    setBeside(null)
    next({ ...words, base })
  }
  const notice: ReactNode = base && (
    <Suspense fallback={null}>
      <ChangedElsewhere
        user={owner}
        history={history}
        base={base}
        isSaving={busy}
        onTakeIn={(sermon) => takeIn(sermon as SermonItem, 'elsewhere')}
      />
    </Suspense>
  )
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
      ...{ button, notice, taken },
      instead: (
        <SermonConflict
          because={beside.because}
          mine={asSermon(draft, owner, new Date().toISOString())}
          saved={beside.sermon}
          onKeepMine={() => decide(beside.sermon, onDraft, draft)}
          onTakeTheirs={() => decide(beside.sermon, onDraft, draftOf(beside.sermon))}
          onKeepBoth={() => decide(beside.sermon, onSaveAsNew, draft)}
        />
      ),
    }
  return {
    ...{ button, notice, taken },
    instead: shown && base && (
      <Suspense fallback={<div className="skeleton h-80" role="status" aria-label={t('loading')} />}>
        <EditorHistory
          level="h2"
          user={owner}
          history={history}
          id={base.id}
          onRestored={(answer) => takeIn(sermonWrites.saved?.(answer, base) as SermonItem, 'restored')}
          onClose={() => setShown(false)}
        />
      </Suspense>
    ),
  }
}
