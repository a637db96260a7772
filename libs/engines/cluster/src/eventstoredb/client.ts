import { type BaseOptions, EventStoreDBClient } from '@eventstore/db-client'

/** The client's internal functions that this file replaces, because no setting has the same effect. */
type Inside = {
  supports: () => Promise<boolean>
  callArguments: (settings: BaseOptions, ...more: unknown[]) => unknown
  handleError: (...about: unknown[]) => Promise<void>
}

/** The options that an address may set, without case, `_` and `-`. The client compares them the same way. */
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
 * Refuses unknown and harmful options. With throwOnAppendFailure the client would answer a version conflict as a
 * success. The client ignores an unknown option and prints the whole address, password included.
 */
function checkOptions(url: string): void {
  // The options begin after the last `@`, because a password may contain a question mark.
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

/** Removes `nodePreference` from the address, because reads from a follower may be stale. */
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
 * Opens a client that recovers from every failure of its connection. Some functions of the client (version 6.2.1) are
 * replaced for that:
 * `supports`: before its first append the client asks for the server's features and stores the answer, even most
 * failures. After a failure it never appends again. Every supported server appends in batches, so the question is
 * skipped.
 * `handleError`: when a stream of a broken connection fails, the client waits for the new connection in a promise that
 * nobody handles. A rejection of it would end the process.
 * `leaderOnly`: in a cluster, reads go to the leader only. A follower that lags would give a command an old version,
 * hide a reader's own write, and end a rebuild early. Appends need no such option, because followers forward them.
 * Throws a TypeError for an address with a harmful or unknown option.
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
