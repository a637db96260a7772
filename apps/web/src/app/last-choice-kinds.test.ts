import { expect, it } from 'vitest'
import type { WriteKind } from '../api/pending-write.ts'
import { KINDS } from './kinds.ts'
import { LAST_CHOICE_KINDS } from './last-choice-kinds.ts'

it('names every kind whose writes may overwrite what another device chose', async () => {
  const registered = await Promise.all(KINDS.map(async ({ writes }) => Object.values((await writes()) as object)))
  const last = (registered.flat() as Partial<WriteKind<never>>[]).filter((one) => one.whicheverRevision)
  expect(last.map(({ name }) => name)).toContain('highlights')
  for (const { name = '', history } of last) expect(LAST_CHOICE_KINDS[name]).toBe(history)
})
