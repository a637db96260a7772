import type { Change } from '@pathlight/contracts/history.ts'
import type { TFunction } from 'i18next'

/** A device by its name (Chrome on Windows), and whether it is the one that is looked at. */
export const deviceInWords = (t: TFunction, { label, current }: Change['device']): string => {
  const device = label || t('history.unknownDevice')
  return current ? t('history.onThisDevice', { device }) : device
}
