import { useTranslation } from 'react-i18next'
import { isRefused, type PendingWrite } from '../../api/pending-write.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Plus } from '../../ui/icons.ts'
import { WaitingMark } from '../waiting-mark.tsx'
import type { TextItem } from './text-drafts.ts'
import type { TextKind } from './text-kind.ts'

type Props<I extends TextItem> = {
  readonly kind: TextKind<I>
  readonly texts: readonly I[]
  readonly writes: readonly PendingWrite<I>[]
  readonly onAdd: () => void
  readonly onEdit: (item: I) => void
  readonly onDelete: (item: I) => void
}

/** The texts on the chosen verses. A text on several verses also names its verses. */
export const TextList = <I extends TextItem>({ kind, texts, writes, onAdd, onEdit, onDelete }: Props<I>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { words, Whole } = kind
  return (
    <div className="grid gap-4">
      <ul className="grid empty:hidden">
        {texts.map((served) => {
          const write = writes.find(({ itemId, state }) => itemId === served.id && state.status !== 'saved')
          // A refused write has the person's words, so it is shown instead of the server's text.
          const item = (write && isRefused(write) && write.wanted) || served
          const isEdited = item.updated_at !== item.created_at
          const date = formatDay(item.updated_at, language)
          return (
            <li key={item.id} className="grid gap-1.5 border-b border-line pb-3 not-first:pt-4">
              {item.end_verse_id && (
                <p className="text-xs font-semibold text-accent">
                  {rangeReference(item.book, item.verse_id, item.end_verse_id, language)}
                </p>
              )}
              <Whole item={item} className="leading-relaxed" />
              <div className="flex items-center gap-1">
                <span className="grow text-xs text-muted">
                  {write && (
                    <strong className="font-medium">
                      {isRefused(write) ? t('writes.refused') : <WaitingMark />} ·{' '}
                    </strong>
                  )}
                  {isEdited ? t('editor.edited', { date }) : date}
                </span>
                <Button look="quiet" className="px-3" onClick={() => onEdit(served)}>
                  {t('editor.edit')}
                </Button>
                <Button look="quiet" className="px-3" onClick={() => onDelete(served)}>
                  {t('editor.delete')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <Button className="justify-self-start" onClick={onAdd}>
        <Plus size={18} strokeWidth={1.8} aria-hidden />
        {t(`${words}.newTitle`)}
      </Button>
    </div>
  )
}
