import { type BaseOptions, EventStoreDBClient } from '@eventstore/db-client'

/** The client's internal functions that `openClient` replaces, because no setting has the same effect. */
type Inside = {
  supports: () => Promise<boolean>
  callArguments: (settings: BaseOptions, ...more: unknown[]) => unknown
  handleError: (...about: unknown[]) => Promise<void>
}

/**
 * The options that an address may set, in lower case and without `_` and `-`. The client compares names of options the
 * same way.
 */
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
 * Throws a TypeError if the address has a harmful or unknown option. With throwOnAppendFailure=false, the client would
 * report a version conflict as a success. The client itself ignores an unknown option, and prints the whole address
 * with its password.
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

/**
 * Removes `nodePreference` from the address, so that the client connects to the leader. Reads from a follower may be
 * stale.
 */
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
 * Opens a client that recovers from failures of its connection. Some functions of the client (version 6.2.1) are
 * replaced for that:
 * `supports`: before its first append, the client asks the server for its features and stores the answer, even if the
 * answer is a failure. After most failures it could never append again. Every supported server has the needed feature
 * (appends in batches), so the question is skipped.
 * `handleError`: when a gRPC stream of a broken connection fails, the client waits for the new connection in a promise
 * that no code handles. A rejection of this promise would end the process.
 * `leaderOnly`: in a cluster of servers, reads go to the leader only. From a follower that lags, a command would read
 * an old version, a reader would not see its own write, and a rebuild would end early. Appends need no such option,
 * because followers forward them to the leader. Throws a TypeError for an address with a harmful or unknown option.
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
