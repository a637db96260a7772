import type { Logger } from 'pino'
import { pino } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** The log of the whole process: a JSON line an entry on stdout. Headers that carry secrets never reach it. */
export const createLogger = (level: (typeof LOG_LEVELS)[number]): Logger =>
  pino({ level, redact: ['req.headers.cookie', 'req.headers.authorization'] })
