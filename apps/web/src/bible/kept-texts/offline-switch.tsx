import { useTranslation } from 'react-i18next'
import { offlineChoice } from '../../device/offline-choice.ts'
import { useObserved } from '../../device/use-observed.ts'
import { Switch } from '../../ui/switch.tsx'

/** The switch for offline use. app/keep-offline.tsx stores and removes texts and items accordingly. */
export const OfflineSwitch = () => {
  const { t } = useTranslation()
  const isOn = useObserved(offlineChoice)
  return <Switch label={t('keep.keep')} hint={t('keep.about')} isOn={isOn} onChange={offlineChoice.set} />
}
