import { hasReached } from './position.ts'

/**
 * The lowest position of the device's answers on this page. Null if there are none, or if the server reports all later changes.
 */
let seen: string | null = null

/** Takes the position of an answer of this device: the page may lack later changes. */
export const seenAt = (position: string): void => {
  if (seen === null || hasReached(seen, position)) seen = position
}

/** The lowest position given to `seenAt` since `forgetSeen`, or null if there was none. */
export const seenPosition = (): string | null => seen

/** Forgets the position: the server reports all later changes now. */
export const forgetSeen = (): void => {
  seen = null
}
