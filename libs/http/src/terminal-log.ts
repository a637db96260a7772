import type { DestinationStream } from 'pino'

/**
 * Where the log goes: in a terminal a line for a person, by pino-pretty; undefined, which is JSON on stdout, where another program
 * reads it.
 */
export const terminalLog = async (
  isTerminal = process.stdout.isTTY === true,
): Promise<DestinationStream | undefined> => {
  if (!isTerminal) return undefined
  // Loaded where it is needed only: it takes some milliseconds of a start.
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination: 1, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}
