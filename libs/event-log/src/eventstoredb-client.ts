import { EventStoreDBClient } from '@eventstore/db-client'

/** What is mended of the client's inside: there is no setting for it. */
type Inside = {
  supports: () => Promise<boolean>
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
  // A password may hold a question mark.
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
 * A client that works again after every failure of its connection, which 6.2.1 does not by itself:
 * - before its first append it asks what the server can do and keeps the answer, also a failure that is not 'unavailable'
 *   (of a server that is just stopping, of a cluster that has no leader yet): then it never appends again. Every server
 *   that we take appends in batches, so it need not ask.
 * - it waits for the connection that is being made in a promise of nobody's when a stream of the one before fails: if none
 *   can be made, that rejection ends the process.
 *
 * Throws a TypeError on an address with an option that does harm or nothing.
 */
export function openClient(url: string): EventStoreDBClient {
  checkOptions(url)
  const client = EventStoreDBClient.connectionString(url)
  const inside = client as unknown as Inside
  const { handleError } = inside
  inside.supports = async () => true
  inside.handleError = (...about) => handleError(...about).catch(() => undefined)
  return client
}
