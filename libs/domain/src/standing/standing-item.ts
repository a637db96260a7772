import type { AccountHandled } from './events.ts'

type Because = { readonly at: string; readonly reason: string }
/** `lock.at`: since when. `closing.at`: when the account is closed; `by`: the admin who asked for it. */
export type Standing = { readonly lock: Because | null; readonly closing: (Because & { readonly by: string }) | null }

/** How an account stands that no admin did anything with. */
export const OPEN: Standing = { lock: null, closing: null }

/** How an account stands after an event: each says all of it, so the last one of the stream is enough. Undefined: there is none. */
export const standingAfter = (last: { readonly data: AccountHandled['data'] } | undefined): Standing => {
  if (last === undefined) return OPEN
  const { lockedAt, lockedFor = '', closesAt, closesFor = '', closesBy = '' } = last.data
  return {
    lock: lockedAt === null ? null : { at: lockedAt, reason: lockedFor },
    closing: closesAt === null ? null : { at: closesAt, reason: closesFor, by: closesBy },
  }
}

const because = (found: Because | null): Because | null => found && { at: found.at, reason: found.reason }

/** The same in the shape of the wire, which does not say who asked for a closing. */
export const shownStanding = ({ lock, closing }: Standing) => ({ locked: because(lock), closing: because(closing) })
