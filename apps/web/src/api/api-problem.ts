import type { Problem, ProblemParams, Reason } from '@pathlight/contracts/problem.ts'

/**
 * An error answer of a call, or no answer of our server: `status` 0, with `code` 'network', or 'other_page' if something else
 * answered in its place.
 */
export class ApiProblem extends Error {
  readonly status: number
  /** Stable, for programs. */
  readonly code: string
  /** The values in the sentence. */
  readonly params: ProblemParams
  /** The specification's list of sentences, for the auth calls. */
  readonly errors: readonly string[]
  /** The reasons of `errors`, if there are several. */
  readonly reasons: readonly Reason[]
  /** 412: the present item of the server. */
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

  /** In the form to store: `new ApiProblem(stored.status, stored)` is the same problem. */
  toJSON(): Partial<Problem> & { status: number } {
    const { status, code, message, params, errors, reasons } = this
    return { status, code, message, params, errors: [...errors], reasons: [...reasons] }
  }
}

/** Whether the server is behind this page's writes: an item that it did not find may exist, so the page must ask again. */
export const isStillComing = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'behind'

/** Whether the account is locked: the write may succeed once it is unlocked. */
export const isOfLock = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'account_locked'

/** Whether there was no answer of ours: the request may or may not have been done. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

/** Whether something else answered in place of our server. */
export const isOtherPage = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'other_page'
