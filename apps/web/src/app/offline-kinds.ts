import { answersHere } from '../study/answers-here.ts'
import type { KeptKind, OfflineKind } from '../study/offline-kind.ts'
import { KINDS } from './kinds.ts'

const KEPT = import.meta.glob<OfflineKind>('../kinds/*/kept-offline.ts', { eager: true, import: 'offline' })

/** How each kind is kept on a device and searched there. Fetched where a person does that: a page's first scripts need none of it. */
export const OFFLINE_KINDS: readonly KeptKind[] = KINDS.map(({ name, history, moves }) => {
  const kind = KEPT[`../kinds/${name}/kept-offline.ts`]
  if (!kind) throw new Error(`kinds/${name} has no kept-offline.ts`)
  return { name, history, ...(moves && { moves }), kind }
})

/** What this device answers in the query service's place. */
export const ANSWERS_HERE = answersHere(OFFLINE_KINDS)
