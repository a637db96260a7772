import type { KeptKind } from './offline-kind.ts'

type FetchKinds = () => Promise<readonly KeptKind[]>
const told = Promise.withResolvers<FetchKinds>()

/** Sets the function that fetches all kinds. The rooms below app/ cannot import it, and call `knownKinds`. */
export const knowKinds = (fetch: FetchKinds): void => told.resolve(fetch)

export const knownKinds: FetchKinds = async () => (await told.promise)()
