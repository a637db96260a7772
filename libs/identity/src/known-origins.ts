import { createHash } from 'node:crypto'

/** So many of a person's devices and addresses are known, those that were seen last. */
export const MOST_DEVICES = 200
export const MOST_ADDRESSES = 20

/**
 * An address as it is kept, for this user: enough to know it again. It hides the address from a look, not from an
 * attacker who has the database and tries all addresses there are.
 */
export const addressHash = (userId: string, address: string): Buffer =>
  createHash('sha256').update(`${userId} ${address}`).digest().subarray(0, 16)
