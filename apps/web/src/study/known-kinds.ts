import type { KeptKind } from './offline-kind.ts'

let fetch: () => Promise<readonly KeptKind[]> = async () => []

/** Lets what shows items of every kind know the kinds; `how`: fetches them, when they are first needed. */
export const knowKinds = (how: () => Promise<readonly KeptKind[]>): void => {
  fetch = how
}

export const knownKinds = (): Promise<readonly KeptKind[]> => fetch()
