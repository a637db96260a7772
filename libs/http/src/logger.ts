import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Causes within causes that are told. */
const DEEPEST_CAUSE = 5

/** What the log tells of an error. Clients hang connections and commands on theirs, with the data and secrets in them. */
const told = (error: unknown, depth = 0): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack,
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: told(cause, depth + 1) }),
  }
}

/** The log of the whole process: a JSON line an entry on stdout, or where `destination` puts it. Secrets never reach it. */
export const createLogger = (level: (typeof LOG_LEVELS)[number], destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { err: (error) => told(error) },
    },
    destination,
  )
