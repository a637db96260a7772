import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_COLUMNS } from '../../bible/kept-columns.ts'
import { IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { ArrowLeftRight, Ellipsis, Keyboard, Plus } from '../../ui/icons.ts'
import type { ReaderToolsProps } from './reader-menu.tsx'

const ReaderMenu = lazy(() => import('./reader-menu.tsx'))

/**
 * The controls for all columns. On a small screen they are in a menu, whose code is fetched when the person presses its
 * button.
 */
export const ReaderTools = (props: ReaderToolsProps) => {
  const { t } = useTranslation()
  const [pressed, setPressed] = useState(false)
  const { reader, onAdd, onSync, onHelp } = props
  const forNow = (
    <IconButton
      icon={Ellipsis}
      label={t('reader.more')}
      aria-haspopup="menu"
      onClick={() => setPressed(true)}
      className="noscript:hidden wide:hidden"
    />
  )
  const wide = 'max-wide:hidden noscript:hidden'
  return (
    <div className="row-tools contents">
      <IconButton
        icon={ArrowLeftRight}
        label={t('reader.synchronize')}
        aria-pressed={reader.synced}
        disabled={reader.columns.length < 2}
        onClick={onSync}
        className={wide}
      />
      <IconButton
        icon={Plus}
        label={t('reader.addVersion')}
        disabled={reader.columns.length >= MOST_COLUMNS}
        onClick={onAdd}
        className={wide}
      />
      <IconButton
        icon={Keyboard}
        label={t('keyboard.title')}
        onClick={onHelp}
        className={`@max-[29rem]:hidden ${wide}`}
      />
      {pressed ? (
        <Fetched instead={forNow}>
          <ReaderMenu {...props} />
        </Fetched>
      ) : (
        forNow
      )}
    </div>
  )
}
