import { kinds as written } from '@pathlight/command/kinds.ts'
import { kinds as read } from '@pathlight/query/kinds.ts'
import { expect, it } from 'vitest'

it('counts items for quotas in the read models that lists are counted in', () => {
  const namesIn = (kinds: readonly (readonly [kind: string, counted: string | null])[]) => Object.fromEntries(kinds)
  expect(namesIn(written.map(({ item, counted }) => [item.kind, counted]))).toEqual(
    namesIn(read.map(({ item, counted }) => [item.kind, counted?.name ?? null])),
  )
})
