import type { historyDevice } from '@pathlight/contracts/history.ts'
import type { z } from 'zod'

/** Answers the labels of a person's devices, by id. */
export type DeviceLabels = (userId: string) => Promise<ReadonlyMap<string, string>>

type Asking = { readonly userId: string; readonly deviceId: string }

/**
 * Makes a function that turns a device's id into the device of a history. `current`: the person uses this device now.
 */
export const nameDevices = async (labelsOf: DeviceLabels, { userId, deviceId: own }: Asking) => {
  const labels = await labelsOf(userId)
  return (id: string | null): z.infer<typeof historyDevice> => ({
    id,
    label: id === null ? '' : (labels.get(id) ?? ''),
    current: id !== null && id === own,
  })
}
