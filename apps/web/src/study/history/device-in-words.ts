import type { Change } from '@pathlight/contracts/history.ts'
import type { TFunction } from 'i18next'

/**
 * The server's label of a device ("Chrome on Windows"; libs/identity/src/device.ts), in the language of the interface.
 */
export const deviceName = (t: TFunction, label: string): string => {
  const [, browser, system] = /^(.+) on (.+)$/.exec(label) ?? []
  if (browser !== undefined && system !== undefined) return t('history.browserOn', { browser, system })
  return label === '' || label === 'Unknown device' ? t('history.unknownDevice') : label
}

/** The label of a device, and whether it is this device. '' if the device is unknown. */
export const deviceInWords = (t: TFunction, { id, label, current }: Change['device']): string => {
  if (id === null) return current ? t('history.thisDevice') : ''
  const device = deviceName(t, label)
  return current ? t('history.onThisDevice', { device }) : device
}
