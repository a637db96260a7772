import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HISTORY_KINDS, type HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Person } from '../calls/call.contract.ts'
import type { TestedKind } from './tested-kind.contract.ts'

/** The test file of a kind, which the tests over all kinds load. */
const fileOf = (kind: HistoryKind): string => join(import.meta.dirname, `${kind}.contract.ts`)
export const hasFile = (kind: HistoryKind): boolean => existsSync(fileOf(kind))

/** All kinds by name. Each is loaded from its file; `tested-kinds.test.ts` fails for a kind without a file. */
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

/** The addresses of the lists of all kinds. */
export const LISTS: readonly string[] = all.flatMap(({ list }) => list ?? [])

/** The id of an item. Settings have no id, and are 'me'. */
export const idOf = (item: Readonly<Record<string, unknown>>): string => String(item.id ?? 'me')

/** Writes items of every kind, and changes and removes some. Answers, for each kind, the ids that its file names. */
export const writeSomeOfAll = async (who: Person) => {
  const ids: { [Kind in HistoryKind]?: Readonly<Record<string, string>> } = {}
  // One kind after another, because an export has the changes in this order.
  for (const name of TESTED_NAMES) ids[name] = await TESTED[name].some.write(who)
  return ids as { readonly [Kind in HistoryKind]: Readonly<Record<string, string>> }
}
/** The number of the items and changes that `writeSomeOfAll` writes. */
export const SOME_ITEMS = all.reduce((sum, { some }) => sum + some.items, 0)
export const SOME_CHANGES = all.reduce((sum, { some }) => sum + some.changes, 0)
/** Makes a value for each kind. The key is the kind's name. */
export const ofEach = <T>(value: (kind: TestedKind) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(TESTED).map(([name, kind]) => [name, value(kind)]))
