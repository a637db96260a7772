import type { ComponentProps } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import ItemHistory from './item-history.tsx'

/** The history of an item by itself; on a phone a sheet. */
const ItemHistoryDialog = ({
  title,
  onClose,
  ...rest
}: ComponentProps<typeof ItemHistory> & { readonly title: string; readonly onClose: () => void }) => {
  const wide = useMediaQuery(WIDE)
  return (
    <Dialog title={title} placement={wide ? 'center' : 'sheet'} onClose={onClose}>
      <ItemHistory {...rest} />
    </Dialog>
  )
}
export default ItemHistoryDialog
