import type { KeptKind } from './offline-kind.ts'

type FetchKinds = () => Promise<readonly KeptKind[]>
const told = Promise.withResolvers<FetchKinds>()

/**
 * Sets the function that fetches all kinds. app/ calls `knowKinds`, because code outside of app/ cannot import app/.
 * `knownKinds` waits for that call.
 */
export const knowKinds = (fetch: FetchKinds): void => told.resolve(fetch)

export const knownKinds: FetchKinds = async () => (await told.promise)()
