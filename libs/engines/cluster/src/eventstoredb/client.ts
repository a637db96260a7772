import { type BaseOptions, EventStoreDBClient } from '@eventstore/db-client'

/** The part of the client's internals that is patched here, because no setting exists for it. */
type Inside = {
  supports: () => Promise<boolean>
  callArguments: (settings: BaseOptions, ...more: unknown[]) => unknown
  handleError: (...about: unknown[]) => Promise<void>
}

/** The options that an address may set, without case, `_` and `-`, as the client reads them. */
const OPTIONS: ReadonlySet<string> = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'dnsdiscover',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'tls',
  'tlscafile',
  'tlsverifycert',
  'usercertfile',
  'userkeyfile',
])

/**
 * Refuses options that would do harm: throwOnAppendFailure makes the client answer a version conflict as a success, and the client
 * ignores unknown options and prints them with the whole address, password included.
 */
function checkOptions(url: string): void {
  // A password may have a question mark in it.
  const [, query = ''] = url.slice(url.lastIndexOf('@') + 1).split('?')
  for (const option of query
    .trim()
    .split('&')
    .filter((part) => part !== '')) {
    const [name = ''] = option.split('=')
    if (!OPTIONS.has(name.toLowerCase().replace(/[_-]/g, '')))
      throw new TypeError(`EVENTSTORE_URL: leave out ${name}; a certificate of your own is named by tlsCAFile`)
  }
}

/** The address without a preference of node: all reads must be fresh. */
export function preferringLeader(url: string): string {
  const query = url.indexOf('?', url.lastIndexOf('@') + 1)
  if (query === -1) return url
  const isKept = (option: string) => !/^node[_-]?preference=/i.test(option.trim())
  const kept = url
    .slice(query + 1)
    .split('&')
    .filter(isKept)
  return url.slice(0, query) + (kept.length > 0 ? `?${kept.join('&')}` : '')
}

/**
 * A client that recovers from every failure of its connection. Version 6.2.1 does not:
 * - Before its first append it asks for the server's features and keeps the answer, even a failure other than 'unavailable' (a
 * stopping server, a cluster without a leader). Then it never appends again. Every server that we accept appends in batches, so
 * the question is skipped.
 * - When a stream of the old connection fails, it waits for the new one in a promise that nobody handles. If no connection can be
 * made, that rejection ends the process.
 * `leaderOnly`: in a cluster it reads from the leader only. A node that led when the client chose it may be a follower by now. If
 * that node lags, a command decides on an old version, a reader misses their own write, and a rebuild ends before the log does.
 * With this option a follower refuses and names the leader, and the client goes to the leader. Appends need no such care, because
 * a follower passes them on. Throws a TypeError on an address with an option that does harm or nothing.
 */
export function openClient(url: string, { leaderOnly }: { leaderOnly: boolean }): EventStoreDBClient {
  checkOptions(url)
  const client = EventStoreDBClient.connectionString(preferringLeader(url))
  const inside = client as unknown as Inside
  const { handleError, callArguments } = inside
  inside.supports = async () => true
  if (leaderOnly)
    inside.callArguments = (settings, ...more) => callArguments({ ...settings, requiresLeader: true }, ...more)
  inside.handleError = (...about) => handleError(...about).catch(() => undefined)
  return client
}
