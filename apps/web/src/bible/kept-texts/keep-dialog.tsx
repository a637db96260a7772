import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptTexts } from './kept-texts.tsx'
import { OfflineSwitch } from './offline-switch.tsx'

/** A dialog with the switch for offline use and the list of texts on this device. `version` is the open version. */
const KeepDialog = ({ version, onClose }: { version: string; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('keep.title')}>
      <div className="mt-2 grid gap-3">
        <OfflineSwitch />
        <KeptTexts also={[version]} />
      </div>
    </Dialog>
  )
}
export default KeepDialog
