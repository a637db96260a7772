import { observable } from '../device/observable.ts'

/** Whether the code that asks about unsent work before a log-out has loaded (app/write-watch.tsx). */
export const isLogOutWatched = observable(false)
