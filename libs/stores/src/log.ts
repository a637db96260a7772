/** The log to which stores report. It may be pino's logger or the console. */
export type Log = {
  info(message: string): void
  warn(message: string): void
}
