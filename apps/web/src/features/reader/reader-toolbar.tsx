import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_COLUMNS } from '../../bible/kept-columns.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ArrowLeftRight, Keyboard, Plus } from '../../ui/icons.ts'
import type { ReaderState } from './columns/reader-state.ts'

type Props = {
  readonly reader: ReaderState
  /** A link to the chapter read last, if the person came by an address. */
  readonly back: ReactNode
  readonly onAdd: () => void
  readonly onSync: () => void
  readonly onHelp: () => void
}

/** The actions for all columns. A small screen has them in the thumb bar and beside the tabs. */
export const ReaderToolbar = ({ reader, back, onAdd, onSync, onHelp }: Props) => {
  const { t } = useTranslation()
  const several = reader.columns.length > 1
  return (
    <div className="print:hidden hidden h-12 items-center gap-1 border-b border-line px-4 wide:flex noscript:hidden">
      <Button look="quiet" onClick={onAdd} disabled={reader.columns.length >= MOST_COLUMNS}>
        <Plus size={18} strokeWidth={1.8} aria-hidden />
        {t('reader.addVersion')}
      </Button>
      <Button
        look="quiet"
        onClick={onSync}
        disabled={!several}
        aria-pressed={reader.synced}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        <ArrowLeftRight size={18} strokeWidth={1.8} aria-hidden />
        {t('reader.synchronize')}
      </Button>
      <span className="grow" />
      {back}
      <IconButton icon={Keyboard} label={t('keyboard.title')} onClick={onHelp} />
    </div>
  )
}
