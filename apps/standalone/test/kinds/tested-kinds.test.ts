import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { kinds as written } from '@pathlight/command/kinds.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { itemKinds } from '@pathlight/domain/item-kinds.ts'
import { kinds as read } from '@pathlight/query/kinds.ts'
import { describe, expect, it } from 'vitest'
import { hasFile } from './tested-kinds.contract.ts'

describe.each(HISTORY_KINDS)('the kind %s', (kind) => {
  it('has a file for its tests, apps/standalone/test/kinds/, which every test over all kinds reads', () =>
    expect(hasFile(kind), `apps/standalone/test/kinds/${kind}.contract.ts`).toBe(true))

  it('is a kind of the domain, of the command service and of the query service', () => {
    const names = [itemKinds, written.map(({ item }) => item), read.map(({ item }) => item)]
    for (const list of names) expect(list.filter((one) => one.kind === kind)).toHaveLength(1)
  })
})

const root = join(import.meta.dirname, '../../../..')
it.each(readdirSync(join(root, 'apps/web/src/kinds')))(
  'the journeys over all kinds find %s in a browser by a file of its own',
  (name) => expect(existsSync(join(root, `e2e/src/kinds/${name}.ts`)), `e2e/src/kinds/${name}.ts`).toBe(true),
)

it('counts items for quotas in the read models that lists are counted in', () => {
  const namesIn = (kinds: readonly (readonly [kind: string, counted: string | null])[]) => Object.fromEntries(kinds)
  expect(namesIn(written.map(({ item, counted }) => [item.kind, counted]))).toEqual(
    namesIn(read.map(({ item, counted }) => [item.kind, counted?.name ?? null])),
  )
})
