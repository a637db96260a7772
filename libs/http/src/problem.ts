import { STATUS_CODES } from 'node:http'
import type { Problem, ProblemParams, Reason } from '@pathlight/contracts/problem.ts'

/** What an answer may carry beside its words: the item as it is now (412), or headers such as Retry-After. */
export type ProblemExtra = {
  /** What the sentence names: the web says it in the person's language by code and parameters. */
  readonly params?: ProblemParams
  /** Of each sentence in `errors`, in their order. */
  readonly reasons?: readonly Reason[]
  readonly current?: unknown
  readonly errors?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Thrown by a route to answer with an error. `code` is stable, lower_snake_case, for programs; `message` is a sentence
 * for the person, in the specification's words where it has them.
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
 * Which field the specification's callers read the words from, beside `message`: a route says so in its `config`. `reply`: the
 * contact form's, which has success and type.
 */
export type ProblemField = 'errors' | 'error' | 'reply'

declare module 'fastify' {
  interface FastifyContextConfig {
    problemField?: ProblemField
  }
}

/** The body of an error answer (RFC 9457 with our own members). */
export const problemBody = (problem: HttpProblem, field?: ProblemField): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[problem.status] ?? 'Error',
  status: problem.status,
  code: problem.code,
  // RFC 9457's member for the sentence that the specification calls `message`.
  detail: problem.message,
  message: problem.message,
  ...(Object.keys(problem.extra.params ?? {}).length > 0 && { params: problem.extra.params }),
  ...((problem.extra.reasons?.length ?? 0) > 1 && { reasons: [...(problem.extra.reasons ?? [])] }),
  ...(field === 'errors' && { errors: [...(problem.extra.errors ?? [problem.message])] }),
  ...(field === 'error' && { error: problem.message }),
  ...(field === 'reply' && { type: 'error', success: false }),
  ...(problem.extra.current !== undefined && { current: problem.extra.current }),
})
