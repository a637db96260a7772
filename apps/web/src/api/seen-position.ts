import { hasReached } from './position.ts'

/** How old what the device gave in the server's place is; null where the server has told all that changed since. */
let seen: string | null = null

/** Notes the position of what the device gave in the server's place: what changed after it, the page may not show. */
export const seenAt = (position: string): void => {
  if (seen === null || hasReached(seen, position)) seen = position
}

/** The lowest such position; null where nothing that the page shows is of the device. */
export const seenPosition = (): string | null => seen

/** The server tells from now on what changed since that position. */
export const forgetSeen = (): void => {
  seen = null
}
