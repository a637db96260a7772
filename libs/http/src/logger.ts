import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

export type { Logger }

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** How many nested causes the log shows. */
const DEEPEST_CAUSE = 5

/**
 * The fields of an error that are logged. All others are left out, because store clients attach connections and
 * commands with data and secrets.
 */
const loggedError = (error: unknown, depth = 0): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack,
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: loggedError(cause, depth + 1) }),
  }
}

/**
 * The log of the whole process: one JSON line for each entry, on stdout or to `destination` (`terminalLog`). Cookies,
 * the Authorization header and unknown fields of errors are left out.
 */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { err: (error) => loggedError(error) },
    },
    destination,
  )

/** The log's destination: pino-pretty if stdout is a terminal, otherwise undefined, which means JSON on stdout. */
export const terminalLog = async (
  isTerminal = process.stdout.isTTY === true,
): Promise<DestinationStream | undefined> => {
  if (!isTerminal) return undefined
  // Loaded only here, because loading it takes some milliseconds of the start-up.
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination: 1, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}

/**
 * Returns a function that writes messages for the person who started the process. They appear at every log level but
 * `silent`.
 */
export const tellOperator = (logger: Logger): ((line: string) => void) => {
  const operatorLog = logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'info' })
  return (line) => operatorLog.info(line)
}
