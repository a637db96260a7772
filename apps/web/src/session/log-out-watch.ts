import { observable } from '../device/observable.ts'

/** Whether the page asks about unsent work before a log-out (app/write-watch.tsx). Its code comes after the page. */
export const isLogOutWatched = observable(false)
