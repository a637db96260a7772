import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100

/**
 * The processor time, in seconds, by the name of the process. It counts all descendants of this process, and the
 * processes `beside` with their descendants, such as the embedded database, which is no descendant.
 */
export const processorTime = (beside: readonly number[]): Map<string, number> => {
  const parents = new Map<number, number>()
  const seconds = new Map<number, number>()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const [, rest = ''] = readFileSync(`/proc/${entry}/stat`, 'utf8').split(/\) (.*)/s)
      const fields = rest.split(' ')
      parents.set(Number(entry), Number(fields[1]))
      // The sum includes the time of children that have ended, because a database has a child for each connection.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      seconds.set(Number(entry), ticks / TICKS_A_SECOND)
    } catch {
      // The process ended while its file was read.
    }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0
    return beside.includes(pid) || parent === process.pid || (parent > 1 && isOurs(parent))
  }
  const total = new Map<string, number>()
  for (const [pid, time] of seconds) {
    if (!isOurs(pid)) continue
    let kind = ''
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      kind =
        /services\/(\w+)\/src\/main|(projector)-main|(standalone)\/src\/main|(nginx|postgres|ferretdb|esdb-standin|redis-server)/
          .exec(words)
          ?.slice(1)
          .find((name) => name !== undefined) ?? 'other'
    } catch {
      continue
    }
    total.set(kind, (total.get(kind) ?? 0) + time)
  }
  return total
}
