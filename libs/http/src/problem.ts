import { STATUS_CODES } from 'node:http'
import type { Problem, ProblemParams, Reason } from '@pathlight/contracts/problem.ts'

/** What an error answer can have beside its message. `current`: the item as it is now (412). `headers`: such as Retry-After. */
export type ProblemExtra = {
  /** The values in the message. The web translates the message by its code and fills them in. */
  readonly params?: ProblemParams
  /** Codes and parameters of the sentences in `errors`, in their order. */
  readonly reasons?: readonly Reason[]
  readonly current?: unknown
  readonly errors?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A route throws it to answer with an error. `code` is for programs: lower_snake_case, and it never changes. `message` is a sentence for
 * the person, in the specification's words where it has some.
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
 * The field beside `message` in which the specification's callers expect the message; a route sets it in its `config`. `reply`: the
 * fields of the contact form's answer, `success` and `type`.
 */
export type ProblemField = 'errors' | 'error' | 'reply'

declare module 'fastify' {
  interface FastifyContextConfig {
    problemField?: ProblemField
  }
}

/** The body of an error answer: RFC 9457 with members of our own. */
export const problemBody = (problem: HttpProblem, field?: ProblemField): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[problem.status] ?? 'Error',
  status: problem.status,
  code: problem.code,
  // RFC 9457 calls the sentence `detail`, the specification `message`.
  detail: problem.message,
  message: problem.message,
  ...(Object.keys(problem.extra.params ?? {}).length > 0 && { params: problem.extra.params }),
  ...((problem.extra.reasons?.length ?? 0) > 1 && { reasons: [...(problem.extra.reasons ?? [])] }),
  ...(field === 'errors' && { errors: [...(problem.extra.errors ?? [problem.message])] }),
  ...(field === 'error' && { error: problem.message }),
  ...(field === 'reply' && { type: 'error', success: false }),
  ...(problem.extra.current !== undefined && { current: problem.extra.current }),
})
