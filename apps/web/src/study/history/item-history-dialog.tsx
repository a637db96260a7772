import type { ComponentProps, ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import ItemHistory from './item-history.tsx'

/** The history of an item in a dialog (on a phone, a sheet). `notice` stands above the history. */
const ItemHistoryDialog = ({
  title,
  notice,
  onClose,
  ...rest
}: ComponentProps<typeof ItemHistory> & {
  readonly title: string
  readonly notice: ReactNode
  readonly onClose: () => void
}) => {
  const wide = useMediaQuery(WIDE)
  return (
    <Dialog title={title} placement={wide ? 'center' : 'sheet'} onClose={onClose}>
      {notice}
      <ItemHistory {...rest} />
    </Dialog>
  )
}
export default ItemHistoryDialog
