import type { Note } from '@pathlight/contracts/notes.ts'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { history } from './history.ts'
import type { Draft } from './note-draft.ts'

const Words = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className="grid gap-1">
    <h4 className="text-xs font-medium text-muted">{label}</h4>
    <div className="max-h-48 overflow-y-auto rounded-sm border border-line bg-paper px-3 py-2 font-scripture text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {children}
    </div>
  </section>
)

const WORDS = {
  saved: {
    title: 'notes.conflictTitle',
    text: 'notes.conflictText',
    theirs: 'notes.theirs',
    keepMine: 'notes.keepMine',
    takeTheirs: 'notes.takeTheirs',
  },
  elsewhere: {
    title: 'notes.conflictTitle',
    text: 'notes.changedBesideText',
    theirs: 'notes.theirs',
    keepMine: 'notes.goOnMine',
    takeTheirs: 'notes.takeTheirs',
  },
  restored: {
    title: 'notes.restoredBeside',
    text: 'notes.restoredBesideText',
    theirs: 'notes.restoredOne',
    keepMine: 'notes.goOnMine',
    takeTheirs: 'notes.takeRestored',
  },
} as const

type Props = {
  readonly draft: Draft
  readonly saved: Note
  /** Another device saved it when it was to be saved here, or before (`elsewhere`), or the person restored it while they were writing. */
  readonly because?: keyof typeof WORDS
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  /** Theirs stays, and this becomes a note of its own. */
  readonly onKeepBoth?: () => void
}

/** Two texts of one note, what differs marked in one's own, and the person decides. */
export const NoteConflict = ({ draft, saved, because = 'saved', onKeepMine, onTakeTheirs, onKeepBoth }: Props) => {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid gap-4">
      <div>
        <h3 className="font-semibold">{t(WORDS[because].title)}</h3>
        <p className="mt-1 text-sm text-pretty text-muted">{t(WORDS[because].text)}</p>
      </div>
      <Words label={t('notes.mine')}>
        <Suspense fallback={draft.text}>
          <history.Difference item={{ ...saved, title: draft.title || null, text: draft.text }} than={saved} />
        </Suspense>
      </Words>
      <Words label={t(WORDS[because].theirs)}>
        {saved.title && <p className="font-semibold">{saved.title}</p>}
        {saved.text}
      </Words>
      <div className="answers">
        <Button look="primary" onClick={onKeepMine}>
          {t(WORDS[because].keepMine)}
        </Button>
        <Button onClick={onTakeTheirs}>{t(WORDS[because].takeTheirs)}</Button>
        {onKeepBoth && <Button onClick={onKeepBoth}>{t('notes.keepBoth')}</Button>}
      </div>
    </div>
  )
}
