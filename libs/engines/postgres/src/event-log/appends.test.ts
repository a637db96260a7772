import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { postgresAppends } from './appends.ts'

/** Appends whose statements get no answer before `release`. `sent`: how many statements were sent. */
const heldBack = () => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let sent = 0
  const appends = postgresAppends('log', async <R extends unknown[]>({ values }: { values: unknown[] }) => {
    sent += 1
    await promise
    return [[values[2], values[0], '1']] as unknown[] as R[]
  })
  const append = (characters: number) => {
    const id = crypto.randomUUID()
    const dataJson = JSON.stringify({ text: 'x'.repeat(characters) })
    const event = { id, type: 'Written', data: {}, dataJson, metadata: {}, metadataJson: '{}' }
    return appends.append({ streamName: `note-${id}`, expected: 0n, events: [event] })
  }
  return { append, release, sent: () => sent }
}

it('sends a small event while a large one is under way, and no second large one', async () => {
  const { append, release, sent } = heldBack()
  const answers = [append(100_000), append(100_000)]
  await turn()
  expect(sent()).toBe(1)
  answers.push(append(10))
  await turn()
  expect(sent()).toBe(2)
  release()
  for (const answer of answers) expect(await answer).toEqual(['appended', '1', '1'])
  expect(sent()).toBe(3)
})
