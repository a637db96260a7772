import { type DestinationStream, pino } from 'pino'

/** Marks a log entry that may be written later, such as the line of each request. */
export const MAY_WAIT = Symbol('may wait')

/**
 * Entries with MAY_WAIT are written after this many milliseconds, or earlier if they have WRITTEN_TOGETHER characters
 * together.
 */
const WRITTEN_WITHIN_MS = 100
const WRITTEN_TOGETHER = 8_192

type Entries = DestinationStream & { lastObj: { readonly [MAY_WAIT]?: true } | null }

/**
 * Writes lines of JSON to a file descriptor or a file. Entries with MAY_WAIT are collected and written together, because
 * to write a line takes longer than to answer a small request. Every other entry is written at once, after those that
 * wait.
 */
export const jsonLog = (dest: number | string = 1): DestinationStream => {
  // pino's own buffer is off, because its flushSync waits for ever if the log's reader has gone.
  const file = pino.destination({ dest, sync: true })
  let buffer = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = buffer
    buffer = ''
    if (lines !== '') file.write(lines)
  }
  process.once('exit', flush)
  const entries: Entries = {
    // With this symbol pino sets `lastObj` before each write: https://getpino.io/#/docs/api?id=destinationmetadata
    ...{ [pino.symbols.needsMetadataGsym]: true },
    lastObj: null,
    write: (line) => {
      buffer += line
      if (entries.lastObj?.[MAY_WAIT] !== true || buffer.length >= WRITTEN_TOGETHER) flush()
      else timer ??= setTimeout(flush, WRITTEN_WITHIN_MS).unref()
    },
  }
  return entries
}
