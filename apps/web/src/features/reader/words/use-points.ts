import { deviceStorage } from '../../../device/device-storage.ts'
import { observable } from '../../../device/observable.ts'
import { useObserved } from '../../../device/use-observed.ts'
import { POINTS, type Points } from './hebrew-points.ts'

const KEY = 'words.points'
const points = observable<Points>(POINTS.find((one) => one === deviceStorage.get(KEY)) ?? 'points')

/**
 * The marks of Hebrew that this device shows, and a function to change them. By default cantillation is not shown,
 * because the app's fonts lack it.
 */
export const usePoints = (): readonly [Points, (next: Points) => void] => [
  useObserved(points),
  (next) => {
    deviceStorage.set(KEY, next)
    points.set(next)
  },
]
