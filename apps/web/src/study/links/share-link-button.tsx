import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { IconButton } from '../../ui/button.tsx'
import { Share2 } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import type { Sharing } from './share-link-dialog.tsx'

type Props = Sharing & {
  /** The button's label. It is in the kind's own words, because the words of shares load with the dialog. */
  readonly label: string
  /** A row of an editor, or an icon. Absent: a plain button. */
  readonly look?: 'row' | 'icon'
}

/** A button that opens the dialog to share an item. If the dialog's code cannot be fetched, a message says so. */
export const ShareLinkButton = ({ label, look, ...sharing }: Props) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<Sharing & { onClose: () => void }> } | null>(null)
  const open = async () => {
    try {
      setDialog({ Dialog: (await withWords(['links'], () => import('./share-link-dialog.tsx'))).default })
    } catch {
      say(t('server.store_unavailable'), 'error')
    }
  }
  return (
    <>
      {look === 'icon' ? (
        <IconButton icon={Share2} label={label} onClick={() => void open()} />
      ) : (
        <button
          type="button"
          className={look === 'row' ? 'paper-row text-muted' : 'control plain'}
          onClick={() => void open()}
        >
          <Share2 size={18} strokeWidth={1.8} aria-hidden />
          {label}
        </button>
      )}
      {dialog && <dialog.Dialog {...sharing} onClose={() => setDialog(null)} />}
    </>
  )
}
