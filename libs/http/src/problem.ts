import { STATUS_CODES } from 'node:http'
import type { Problem, ProblemParams, Reason } from '@pathlight/contracts/problem.ts'

/** Optional parts of an error answer. `current`: the item as it is now (412). `headers`: such as Retry-After. */
export type ProblemExtra = {
  /** The values in the message. The web app translates the message by its code and inserts them. */
  readonly params?: ProblemParams
  /** Codes and parameters of the sentences in `errors`, in the same order. */
  readonly reasons?: readonly Reason[]
  readonly current?: unknown
  readonly errors?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error that a route throws as its answer. `code` is for programs: lower_snake_case, and it never changes. `message`
 * is a sentence for the person.
 */
export class HttpProblem extends Error {
  readonly status: number
  readonly code: string
  readonly extra: ProblemExtra

  constructor(status: number, code: string, message: string, extra: ProblemExtra = {}) {
    super(message)
    this.name = 'HttpProblem'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/**
 * The additional field in which the specification's callers expect the message. A route sets it in its `config`.
 * `reply`: the fields `success` and `type` of the contact form's answer.
 */
export type ProblemField = 'errors' | 'error' | 'reply'

declare module 'fastify' {
  interface FastifyContextConfig {
    problemField?: ProblemField
  }
}

/** The body of an error answer: RFC 9457, with our additional members. */
export const problemBody = (problem: HttpProblem, field?: ProblemField): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[problem.status] ?? 'Error',
  status: problem.status,
  code: problem.code,
  // RFC 9457 names the sentence `detail`, and the specification names it `message`.
  detail: problem.message,
  message: problem.message,
  ...(Object.keys(problem.extra.params ?? {}).length > 0 && { params: problem.extra.params }),
  ...((problem.extra.reasons?.length ?? 0) > 1 && { reasons: [...(problem.extra.reasons ?? [])] }),
  ...(field === 'errors' && { errors: [...(problem.extra.errors ?? [problem.message])] }),
  ...(field === 'error' && { error: problem.message }),
  ...(field === 'reply' && { type: 'error', success: false }),
  ...(problem.extra.current !== undefined && { current: problem.extra.current }),
})
