import type { Note } from '@pathlight/contracts/notes.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { Draft } from './note-draft.ts'

const Words = ({ label, title, text }: { label: string; title: string; text: string }) => (
  <section className="grid gap-1">
    <h4 className="text-xs font-medium text-muted">{label}</h4>
    <div className="max-h-48 overflow-y-auto rounded-sm border border-line bg-paper px-3 py-2 text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {title && <p className="font-semibold">{title}</p>}
      {text}
    </div>
  </section>
)

type Props = {
  readonly draft: Draft
  readonly saved: Note
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Two devices wrote the same note: both texts, and the person decides. */
export const NoteConflict = ({ draft, saved, onKeepMine, onTakeTheirs }: Props) => {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid gap-4">
      <div>
        <h3 className="font-semibold">{t('notes.conflictTitle')}</h3>
        <p className="mt-1 text-sm text-pretty text-muted">{t('notes.conflictText')}</p>
      </div>
      <Words label={t('notes.mine')} title={draft.title} text={draft.text} />
      <Words label={t('notes.theirs')} title={saved.title ?? ''} text={saved.text} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onKeepMine}>
          {t('notes.keepMine')}
        </Button>
        <Button onClick={onTakeTheirs}>{t('notes.takeTheirs')}</Button>
      </div>
    </div>
  )
}
