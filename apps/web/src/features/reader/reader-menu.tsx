import { useTranslation } from 'react-i18next'
import { MOST_COLUMNS } from '../../bible/kept-columns.ts'
import { IconButton } from '../../ui/button.tsx'
import { ArrowLeftRight, Check, Ellipsis, Plus, X } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { activeColumn, type ReaderState } from './columns/reader-state.ts'

export type ReaderToolsProps = {
  readonly reader: ReaderState
  readonly onAdd: () => void
  readonly onSync: () => void
  readonly onHelp: () => void
  /** Closes the active column. Null if it is the only column. */
  readonly onClose: (() => void) | null
}

const icon = { size: 18, strokeWidth: 1.8, 'aria-hidden': true, className: 'text-muted' } as const

/** The menu with the controls for all columns, on a small screen. */
const ReaderMenu = ({ reader, onAdd, onSync, onClose }: ReaderToolsProps) => {
  const { t } = useTranslation()
  return (
    <Menu openAtOnce trigger={<IconButton icon={Ellipsis} label={t('reader.more')} className="wide:hidden" />}>
      {reader.columns.length < MOST_COLUMNS && (
        <MenuItem icon={<Plus {...icon} />} onSelect={onAdd}>
          {t('reader.addVersion')}
        </MenuItem>
      )}
      {onClose && (
        <>
          <MenuItem icon={reader.synced ? <Check {...icon} /> : <ArrowLeftRight {...icon} />} onSelect={onSync}>
            {t('reader.synchronize')}
          </MenuItem>
          <MenuItem icon={<X {...icon} />} onSelect={onClose}>
            {t('reader.closeColumn', { version: activeColumn(reader).version })}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
export default ReaderMenu
