import type { KeptKind } from './offline-kind.ts'

type FetchKinds = () => Promise<readonly KeptKind[]>
const told = Promise.withResolvers<FetchKinds>()

/** Tells what shows items of every kind how the kinds are fetched, which study/ does not know. */
export const knowKinds = (fetch: FetchKinds): void => told.resolve(fetch)

export const knownKinds: FetchKinds = async () => (await told.promise)()
