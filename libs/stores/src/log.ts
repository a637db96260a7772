/** Where a store reports what happens to it: pino's logger and the console both fit. */
export type Log = {
  info(message: string): void
  warn(message: string): void
}
