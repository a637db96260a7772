import type { KeptKind } from './offline-kind.ts'

type FetchKinds = () => Promise<readonly KeptKind[]>
const told = Promise.withResolvers<FetchKinds>()

/** Gives the pages about all kinds the function that fetches the kinds. study/ may not import them. */
export const knowKinds = (fetch: FetchKinds): void => told.resolve(fetch)

export const knownKinds: FetchKinds = async () => (await told.promise)()
