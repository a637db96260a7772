import { observable } from '../device/observable.ts'

/** Whether the page has app/write-watch.tsx, which asks the person about unsent work before a log-out. */
export const isLogOutWatched = observable(false)
