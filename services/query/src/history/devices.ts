import type { historyDevice } from '@pathlight/contracts/history.ts'
import type { z } from 'zod'

/** What a person's devices are called, by their ids. */
export type DeviceLabels = (userId: string) => Promise<ReadonlyMap<string, string>>

type Asking = { readonly userId: string; readonly deviceId: string }

/** How a history names the device of a change. `current`: it is the device on which the person asks. */
export const nameDevices = async (labelsOf: DeviceLabels, { userId, deviceId: own }: Asking) => {
  const labels = await labelsOf(userId)
  return (id: string | null): z.infer<typeof historyDevice> => ({
    id,
    label: id === null ? '' : (labels.get(id) ?? ''),
    current: id !== null && id === own,
  })
}
