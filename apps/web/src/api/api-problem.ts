import type { Problem, ProblemParams, Reason } from '@pathlight/contracts/problem.ts'

/**
 * What a call answered instead of success, or that our server did not answer: `status` 0, `code` 'network', or 'other_page' where something
 * else answered in its place.
 */
export class ApiProblem extends Error {
  readonly status: number
  /** Stable, for programs. */
  readonly code: string
  /** What the sentence names. */
  readonly params: ProblemParams
  /** The specification's list, for the auth calls. */
  readonly errors: readonly string[]
  /** Of each of `errors`, where there are several. */
  readonly reasons: readonly Reason[]
  /** 412: the item as it is on the server. */
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

  /** As the server said it, to be kept: `new ApiProblem(kept.status, kept)` is the same problem. */
  toJSON(): Partial<Problem> & { status: number } {
    const { status, code, message, params, errors, reasons } = this
    return { status, code, message, params, errors: [...errors], reasons: [...reasons] }
  }
}

/** Whether the server is behind what this page has written: what it did not find may be there, so it is to be asked again. */
export const isStillComing = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'behind'

/** Whether it was refused because the account is locked: what was to be written may be written once it is unlocked. */
export const isOfLock = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'account_locked'

/** Whether no answer of ours came: what was sent may or may not have been done. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

/** Whether something else answered in our server's place. */
export const isOtherPage = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'other_page'
