import { hasReached } from './position.ts'

/** The position of the oldest answer of this device; null: the server has reported all later changes. */
let seen: string | null = null

/** Takes the position of an answer of this device: the page may lack later changes. */
export const seenAt = (position: string): void => {
  if (seen === null || hasReached(seen, position)) seen = position
}

/** The lowest such position; null: the page shows nothing from the device. */
export const seenPosition = (): string | null => seen

/** Forgets the position: the server reports all later changes now. */
export const forgetSeen = (): void => {
  seen = null
}
