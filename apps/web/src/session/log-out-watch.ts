import { observable } from '../device/observable.ts'

/** Whether app/write-watch.tsx has loaded, which asks about unsent work before a log-out. */
export const isLogOutWatched = observable(false)
