import { type BaseOptions, EventStoreDBClient } from '@eventstore/db-client'

/** What is mended of the client's inside: there is no setting for it. */
type Inside = {
  supports: () => Promise<boolean>
  callArguments: (settings: BaseOptions, ...more: unknown[]) => unknown
  handleError: (...about: unknown[]) => Promise<void>
}

/** What an address may set, without case, `_` and `-`, as the client reads it. */
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
 * Refuses what the client would take with harm: throwOnAppendFailure, which lets it answer a version conflict as a success,
 * and what it does not know, which it ignores and prints with the whole address, password and all.
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

/** The address without the node that it would rather have: whatever is read must be fresh. */
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
 * A client that works again after every failure of its connection, which 6.2.1 does not by itself:
 * - before its first append it asks what the server can do and keeps the answer, also a failure that is not 'unavailable'
 *   (of a server that is just stopping, of a cluster that has no leader yet): then it never appends again. Every server
 *   that we take appends in batches, so it need not ask.
 * - when a stream of the old connection fails, it waits for the new one in a promise that no code handles: if no
 *   connection can be made, that rejection ends the process.
 *
 * `leaderOnly`: in a cluster of several nodes it asks the leader for everything. A node that led when it was chosen may follow by
 * now, and one that lags would make a command decide on an old version, a reader miss their own write, and a rebuild end before
 * the log does. With this a follower refuses and names the leader, to which the client then goes. Appends need no such care:
 * a follower passes them on.
 *
 * Throws a TypeError on an address with an option that does harm or nothing.
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
