import type { DestinationStream } from 'pino'

/**
 * The log's destination: pino-pretty when stdout is a terminal; otherwise undefined, which means JSON on stdout.
 */
export const terminalLog = async (
  isTerminal = process.stdout.isTTY === true,
): Promise<DestinationStream | undefined> => {
  if (!isTerminal) return undefined
  // Loaded only when needed, because loading takes some milliseconds of the start-up.
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination: 1, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}
