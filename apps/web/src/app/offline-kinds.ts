import { answersHere } from '../study/answers-here.ts'
import type { KeptKind, OfflineKind } from '../study/offline-kind.ts'
import { KINDS } from './kinds.ts'

const KIND_STORES = import.meta.glob<OfflineKind>('../kinds/*/kept-offline.ts', { eager: true, import: 'offline' })

/**
 * For each kind, how a device stores and searches its items offline. Fetched only when needed, so that it adds nothing
 * to a page's first scripts.
 */
export const OFFLINE_KINDS: readonly KeptKind[] = KINDS.map(({ name, history, moves, pathOf }) => {
  const kind = KIND_STORES[`../kinds/${name}/kept-offline.ts`]
  if (!kind) throw new Error(`kinds/${name} has no kept-offline.ts`)
  return { name, history, ...(moves && { moves }), ...(pathOf && { pathOf }), kind }
})

/** Answers, from this device, the calls that the query service answers while the server can be reached. */
export const ANSWERS_HERE = answersHere(OFFLINE_KINDS)
