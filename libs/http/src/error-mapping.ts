import { reasonFor } from '@pathlight/contracts/refusal.ts'
import type { RuleKind } from '@pathlight/domain/rule.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { LRUCache } from 'lru-cache'
import { HttpProblem, problemBody } from './problem.ts'
import { problemPage } from './problem-page.ts'

const RETRY_AFTER_SECONDS = '2'

const RULE_STATUS: Record<RuleKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
}

/** Our answers to Fastify's own error codes. */
const FRAMEWORK: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'That is too much at once: a request may hold at most 512 KB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'not_json', 'Please send JSON (content-type: application/json).'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', 'The request is not well-formed JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The request is shorter or longer than it says.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'url_too_long', 'The address is too long.'],
  FST_STATIC_FORBIDDEN_PATH: [404, 'not_found', 'There is nothing at this address.'],
  FST_ERR_BAD_URL: [400, 'bad_url', 'The address is malformed.'],
  FST_UNDER_PRESSURE: [503, 'busy', 'The server is very busy. Please try again in a moment.'],
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

const validationProblem = (error: FastifyError): HttpProblem | null => {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const issues = error.validation
  // A malformed id in the address is answered like an unknown one.
  if (error.validationContext === 'params')
    return new HttpProblem(404, 'not_found', issues[0]?.message ?? 'There is nothing at this address.')
  if (issues.every((issue) => issue.instancePath === '/' && error.validationContext === 'body'))
    return new HttpProblem(400, 'invalid', 'The request needs a JSON body.')
  const sentences = [...new Set(issues.map((issue) => issue.message ?? 'Invalid value.'))]
  const reasons = sentences.map((sentence) => reasonFor(sentence) ?? { code: 'invalid' })
  const { code = 'invalid', params = {} } = reasons[0] ?? {}
  return new HttpProblem(400, code, sentences[0] ?? 'Invalid value.', { params, errors: sentences, reasons })
}

/** Maps each error to an answer. An unexpected error becomes a 500 without details. */
export const toProblem = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error
  if (error instanceof RuleBroken) {
    const { kind, code, message, params } = error
    return new HttpProblem(RULE_STATUS[kind], code, message, { params })
  }
  if (error instanceof Error) {
    const invalid = validationProblem(error as FastifyError)
    if (invalid) return invalid
    const code = codeOf(error)
    if (code === 'store_unavailable' && 'hasFullDisk' in error && error.hasFullDisk === true) {
      const words = 'The disk of the server is full: nothing can be saved until its operator makes room.'
      return new HttpProblem(503, 'disk_full', words, { headers: { 'retry-after': RETRY_AFTER_SECONDS } })
    }
    if (code === 'store_unavailable')
      return new HttpProblem(
        503,
        'store_unavailable',
        'The service cannot be reached right now. Please try again shortly.',
        {
          headers: { 'retry-after': RETRY_AFTER_SECONDS },
        },
      )
    if (code === 'invalid_event')
      return new HttpProblem(400, 'not_storable', 'The text contains characters that cannot be stored.')
    if (code === 'no_data_key') return new HttpProblem(403, 'account_closed', 'This account is closed.')
    if (code === 'version_conflict')
      return new HttpProblem(409, 'conflict', 'This was changed somewhere else at the same moment. Please try again.')
    const problem = typeof code === 'string' ? FRAMEWORK[code] : undefined
    if (problem)
      return new HttpProblem(...problem, problem[0] === 503 ? { headers: { 'retry-after': RETRY_AFTER_SECONDS } } : {})
    const status = (error as FastifyError).statusCode
    if (error instanceof SyntaxError && status === 400)
      return new HttpProblem(400, 'malformed_json', 'The request is not well-formed JSON.')
    if (status !== undefined && status >= 400 && status < 500)
      return new HttpProblem(status, 'bad_request', 'The request cannot be understood.')
  }
  return new HttpProblem(500, 'internal', 'An error occurred. Please try again.')
}

/** The client left before the answer. The status 499 is nginx's and appears only in the log and the metrics. */
const clientLeft = () => new HttpProblem(499, 'client_left', 'The client closed the connection.')

/** Replaces a 404 if the read is behind its X-Min-Position: the item may exist but not be projected yet. */
export const stillComing = (): HttpProblem =>
  new HttpProblem(503, 'behind', 'What was saved last is not to be seen yet. Please try again in a moment.', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  })

/** RFC 9110 requires this header with every 401. Browsers open no login window for this scheme. */
const LOG_IN = { 'www-authenticate': 'Cookie realm="Pathlight", form-action="/api/auth/login"' }

/**
 * An error with a status above 500 is logged without its stack if the same message was logged with a stack less than
 * this time ago, in milliseconds.
 */
const STACK_EVERY_MS = 60_000
/** The most error messages for which the time of their last stack is stored. */
const MOST_ERRORS = 100

/** Makes Fastify's error handler. It turns every error into an answer, and logs errors with status 500 or higher. */
export const answerErrors = () => {
  const stackLoggedAt = new LRUCache<string, number>({ max: MOST_ERRORS })

  const log = (error: unknown, { status, message }: HttpProblem, request: FastifyRequest): void => {
    if (status === 500) {
      request.log.error({ err: error }, message)
      return
    }
    const why = error instanceof Error ? error.message : String(error)
    const now = performance.now()
    const isRepeat = now - (stackLoggedAt.get(why) ?? Number.NEGATIVE_INFINITY) < STACK_EVERY_MS
    if (!isRepeat) stackLoggedAt.set(why, now)
    request.log.warn(isRepeat ? { why } : { err: error }, message)
  }

  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const isGone = request.raw.socket?.destroyed === true
    const ownProblem = isGone ? clientLeft() : toProblem(error)
    const problem = ownProblem.status === 404 && request.readsBehind ? stillComing() : ownProblem
    if (problem.status >= 500) log(error, problem, request)
    reply
      .code(problem.status)
      .headers(problem.status === 401 ? LOG_IN : {})
      .headers(problem.extra.headers ?? {})
    const page = problemPage(problem, request)
    if (page !== null) return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
    return reply
      .type('application/problem+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(problemBody(problem, request.routeOptions.config?.problemField))
  }
}
