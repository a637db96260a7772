import type { Problem, ProblemParams, Reason } from '@pathlight/contracts/problem.ts'

/**
 * A call's error answer. Without an answer of our server, `status` is 0. Then `code` is 'network', 'late' if the wait was
 * too long, or 'other_page' if something else answered in the server's place.
 */
export class ApiProblem extends Error {
  readonly status: number
  /** Stable, so that programs can rely on it. */
  readonly code: string
  /** The values to insert into the message. */
  readonly params: ProblemParams
  /** The sentences that the specification lists for the auth calls. */
  readonly errors: readonly string[]
  /** The code and the values of each sentence in `errors`, if there are several sentences. */
  readonly reasons: readonly Reason[]
  /** The server's present item, if `status` is 412. */
  readonly current: unknown

  constructor(status: number, body: Partial<Problem>) {
    super(body.error ?? body.message ?? body.errors?.[0] ?? '')
    this.name = 'ApiProblem'
    this.status = status
    this.code = body.code ?? (status === 0 ? 'network' : 'unknown')
    this.params = body.params ?? {}
    this.errors = body.errors ?? []
    this.reasons = body.reasons ?? []
    this.current = body.current
  }

  /** The form to store. `new ApiProblem(stored.status, stored)` makes the same problem again, but without `current`. */
  toJSON(): Partial<Problem> & { status: number } {
    const { status, code, message, params, errors, reasons } = this
    return { status, code, message, params, errors: [...errors], reasons: [...reasons] }
  }
}

/**
 * Whether the server's read models have not reached this page's writes yet. An item that was not found may then exist,
 * and the page must ask again.
 */
export const isStillComing = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'behind'

/** Whether the call was refused because the account is locked. It may succeed once an admin unlocks the account. */
export const isOfLock = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'account_locked'

/** Whether our server did not answer. The server may or may not have done what was requested. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

/** Whether something else answered in place of our server. */
export const isOtherPage = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'other_page'
