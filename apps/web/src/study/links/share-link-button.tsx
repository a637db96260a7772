import type { User } from '@pathlight/contracts/accounts.ts'
import type { ShareableKind } from '@pathlight/contracts/share-rules.ts'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { Share2 } from '../../ui/icons.ts'

const ShareLinkDialog = lazy(() => withWords(['links'], () => import('./share-link-dialog.tsx')))

type Props = {
  readonly owner: User
  readonly kind: ShareableKind
  readonly id: string
  readonly title: string
  /** A row of an editor on paper. */
  readonly isRow?: true
}

/** A button that opens the dialog to share an item by a link. */
export const ShareLinkButton = ({ isRow, ...props }: Props) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={isRow ? 'paper-row text-muted' : 'control plain'} onClick={() => setOpen(true)}>
        <Share2 size={18} strokeWidth={1.8} aria-hidden />
        {t('shareByLink')}
      </button>
      <Fetched>{isOpen && <ShareLinkDialog {...props} onClose={() => setOpen(false)} />}</Fetched>
    </>
  )
}
