/** Where a store's news go: pino's logger and the console both fit. */
export type Log = {
  info(message: string): void
  warn(message: string): void
}
