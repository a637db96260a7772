import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HISTORY_KINDS, type HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Person } from '../calls/call.contract.ts'
import type { TestedKind } from './tested-kind.contract.ts'

/** The file of a kind that every test over all kinds reads. */
const fileOf = (kind: HistoryKind): string => join(import.meta.dirname, `${kind}.contract.ts`)
export const hasFile = (kind: HistoryKind): boolean => existsSync(fileOf(kind))

/** Each kind by its name: it is found by its file (`tested-kinds.test.ts` fails for a kind without one). */
export const TESTED = Object.fromEntries(
  await Promise.all(
    HISTORY_KINDS.filter(hasFile).map(async (kind) => {
      const { testedKind } = (await import(pathToFileURL(fileOf(kind)).href)) as { readonly testedKind: TestedKind }
      return [kind, testedKind] as const
    }),
  ),
) as Readonly<Record<HistoryKind, TestedKind>>

export const TESTED_NAMES = Object.keys(TESTED) as HistoryKind[]
const all = Object.values(TESTED)

/** Where people find everything that they have, kind by kind. */
export const LISTS: readonly string[] = all.flatMap(({ list }) => list ?? [])

/** The id of an item; a person's settings have none of their own. */
export const idOf = (item: Readonly<Record<string, unknown>>): string => String(item.id ?? 'me')

/** Something of every kind, some of it changed, some removed. Answers, by kind, the ids that the kind's file names. */
export const writeSomeOfAll = async (who: Person) => {
  const ids: { [Kind in HistoryKind]?: Readonly<Record<string, string>> } = {}
  // One after the other: an export has changes in their order.
  for (const name of TESTED_NAMES) ids[name] = await TESTED[name].some.write(who)
  return ids as { readonly [Kind in HistoryKind]: Readonly<Record<string, string>> }
}
/** How many items and changes those are. */
export const SOME_ITEMS = all.reduce((sum, { some }) => sum + some.items, 0)
export const SOME_CHANGES = all.reduce((sum, { some }) => sum + some.changes, 0)
/** A value for each kind by its name. */
export const ofEach = <T>(value: (kind: TestedKind) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(TESTED).map(([name, kind]) => [name, value(kind)]))
