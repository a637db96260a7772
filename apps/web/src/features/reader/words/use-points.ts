import { deviceStorage } from '../../../device/device-storage.ts'
import { observable } from '../../../device/observable.ts'
import { useObserved } from '../../../device/use-observed.ts'
import { POINTS, type Points } from './hebrew-points.ts'

const KEY = 'words.points'
const points = observable<Points>(POINTS.find((one) => one === deviceStorage.get(KEY)) ?? 'points')

/** How much of Hebrew this device shows, and how to change it. By default without cantillation, which the app's fonts lack. */
export const usePoints = (): readonly [Points, (next: Points) => void] => [
  useObserved(points),
  (next) => {
    deviceStorage.set(KEY, next)
    points.set(next)
  },
]
