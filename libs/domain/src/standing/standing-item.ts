import type { AccountHandled } from './events.ts'

type Because = { readonly at: string; readonly reason: string }
/**
 * `lock.at`: the time of the lock. `closing.at`: the time at which the account will be closed. `closing.by`: the admin
 * who scheduled the closing.
 */
export type Standing = { readonly lock: Because | null; readonly closing: (Because & { readonly by: string }) | null }

/** The standing of an account that is neither locked nor about to be closed. */
export const OPEN: Standing = { lock: null, closing: null }

/**
 * The standing of an account by the last event of its stream, which has the whole standing. `last` is undefined if the
 * stream is empty.
 */
export const standingAfter = (last: { readonly data: AccountHandled['data'] } | undefined): Standing => {
  if (last === undefined) return OPEN
  const { lockedAt, lockedFor = '', closesAt, closesFor = '', closesBy = '' } = last.data
  return {
    lock: lockedAt === null ? null : { at: lockedAt, reason: lockedFor },
    closing: closesAt === null ? null : { at: closesAt, reason: closesFor, by: closesBy },
  }
}

const because = (found: Because | null): Because | null => found && { at: found.at, reason: found.reason }

/** The standing as calls answer it. The admin who scheduled a closing is not named. */
export const shownStanding = ({ lock, closing }: Standing) => ({ locked: because(lock), closing: because(closing) })
