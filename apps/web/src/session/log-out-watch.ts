import { observable } from '../device/observable.ts'

/** Whether app/write-watch.tsx has loaded. It asks the person about unsent work before a log-out. */
export const isLogOutWatched = observable(false)
