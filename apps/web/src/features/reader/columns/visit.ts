import type { Location } from 'react-router-dom'
import type { Desk } from './desk.ts'

/** What the reader writes into the browser's history, so that a reload and the way back find it. */
export type Visit = {
  readonly desk: Desk
  /** Somebody turned to a chapter, or goes on reading: if they had been there, they are where they were. */
  readonly again: boolean
}

/** What was written in this place of the history; null where somebody came by an address. */
export const visitOf = ({ state }: Location): Visit | null => {
  const { desk, again } = (state ?? {}) as Partial<Visit>
  return Array.isArray(desk?.columns) && desk.columns.length > 0 ? { desk, again: again === true } : null
}
