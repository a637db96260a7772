import { type DestinationStream, pino } from 'pino'

/** On an entry that need not be written at once: it is followed by many of its kind. */
export const MAY_WAIT = Symbol('may wait')

/** Entries that may wait are written after this at the latest, in milliseconds, or when they have so many characters together. */
const WRITTEN_WITHIN_MS = 100
const WRITTEN_TOGETHER = 8_192

type Entries = DestinationStream & { lastObj: { readonly [MAY_WAIT]?: true } | null }

/**
 * Lines of JSON to a file descriptor or a file. Each write takes the kernel longer than a small answer takes the server, so entries that
 * may wait are written together; any other is written at once, with those that wait before it.
 */
export const jsonLog = (dest: number | string = 1): DestinationStream => {
  // Without a buffer of its own, and never its flushSync: that one waits for ever where the reader of the log is gone.
  const file = pino.destination({ dest, sync: true })
  let kept = ''
  let waiting: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(waiting)
    waiting = undefined
    const lines = kept
    kept = ''
    if (lines !== '') file.write(lines)
  }
  process.once('exit', flush)
  const entries: Entries = {
    // Pino says what it writes: https://getpino.io/#/docs/api?id=destinationmetadata
    ...{ [pino.symbols.needsMetadataGsym]: true },
    lastObj: null,
    write: (line) => {
      kept += line
      if (entries.lastObj?.[MAY_WAIT] !== true || kept.length >= WRITTEN_TOGETHER) flush()
      else waiting ??= setTimeout(flush, WRITTEN_WITHIN_MS).unref()
    },
  }
  return entries
}
