import { hasReached } from './position.ts'

/** The lowest position of the device's answers on this page. Null: none, or live sync reports all later changes. */
let seen: string | null = null

/** Records the position of an answer of this device. The page may lack later changes. */
export const seenAt = (position: string): void => {
  if (seen === null || hasReached(seen, position)) seen = position
}

/** The lowest position given to `seenAt` since `forgetSeen`, or null if there was none. */
export const seenPosition = (): string | null => seen

/** Forgets the position, because live sync now reports all later changes. */
export const forgetSeen = (): void => {
  seen = null
}
