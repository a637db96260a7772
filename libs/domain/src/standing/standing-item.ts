import type { AccountHandled } from './events.ts'

type Because = { readonly at: string; readonly reason: string }
/** `lock.at`: since when. `closing.at`: when the account will be closed; `by`: the admin who scheduled it. */
export type Standing = { readonly lock: Because | null; readonly closing: (Because & { readonly by: string }) | null }

/** The standing of an account without any act of an admin. */
export const OPEN: Standing = { lock: null, closing: null }

/** The standing after the last event of a stream. Each event has the whole standing. `last` is undefined if there is no event. */
export const standingAfter = (last: { readonly data: AccountHandled['data'] } | undefined): Standing => {
  if (last === undefined) return OPEN
  const { lockedAt, lockedFor = '', closesAt, closesFor = '', closesBy = '' } = last.data
  return {
    lock: lockedAt === null ? null : { at: lockedAt, reason: lockedFor },
    closing: closesAt === null ? null : { at: closesAt, reason: closesFor, by: closesBy },
  }
}

const because = (found: Because | null): Because | null => found && { at: found.at, reason: found.reason }

/** The standing as calls answer it, without the admin who scheduled a closing. */
export const shownStanding = ({ lock, closing }: Standing) => ({ locked: because(lock), closing: because(closing) })
