import { EventStoreDBClient } from '@eventstore/db-client'

/** What is mended of the client's inside: there is no setting for it. */
type Inside = {
  supports: () => Promise<boolean>
  handleError: (...about: unknown[]) => Promise<void>
}

/**
 * A client that works again after every failure of its connection, which 6.2.1 does not by itself:
 * - before its first append it asks what the server can do and keeps the answer, also a failure that is not 'unavailable'
 *   (of a server that is just stopping, of a cluster that has no leader yet): then it never appends again. Every server
 *   that we take appends in batches, so it need not ask.
 * - it waits for the connection that is being made in a promise of nobody's when a stream of the one before fails: if none
 *   can be made, that rejection ends the process.
 */
export function openClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  const inside = client as unknown as Inside
  const { handleError } = inside
  inside.supports = async () => true
  inside.handleError = (...about) => handleError(...about).catch(() => undefined)
  return client
}
