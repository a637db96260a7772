import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

export type { Logger }

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

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

/**
 * The log of the whole process: a JSON line an entry on stdout, or where `destination` puts it (terminal-log.ts). Secrets
 * never reach it.
 */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { err: (error) => told(error) },
    },
    destination,
  )

/**
 * How the person who started the process is told how it goes: entries of level info, told whatever the level of the rest is,
 * except for `silent`.
 */
export const tellOperator = (logger: Logger): ((line: string) => void) => {
  const told = logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'info' })
  return (line) => told.info(line)
}
