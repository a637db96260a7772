import { requestTrace, type Step } from '@pathlight/http/request-trace.ts'
import { describe, expect, it } from 'vitest'
import type { Stores } from './engines.ts'
import { tracedStores } from './traced-stores.ts'

const SECRET = 'words of a person'
const away = new Error(SECRET)

/** Stores of which only these calls are there. */
const plain = {
  log: { head: async () => 7n, end: () => SECRET },
  readModels: {
    collection: (model: string) => ({
      find: async ({ where }: { where: string }) => [model, where],
      count: () => Promise.reject(away),
    }),
  },
  identity: { findUser: async (id: string) => ({ id }) },
  dataKeys: {},
  archives: {},
  jobs: { add: async () => undefined, name: SECRET },
  exclusive: true,
} as unknown as Stores
type Model = Parameters<Stores['readModels']['collection']>[0]
type Where = Parameters<ReturnType<Stores['readModels']['collection']>['find']>[0]

/** What a request tells of the steps of this work. */
const stepsOf = async (work: () => Promise<unknown>): Promise<Step[]> => {
  const steps: Step[] = []
  await requestTrace.run({ step: (step) => void steps.push(step) }, work)
  return steps
}

describe('stores in traces', () => {
  const stores = tracedStores(plain)
  const notes = () => stores.readModels.collection(SECRET as unknown as Model)

  it('tell each call by its kind, with its time, and nothing of what it was given or answered', async () => {
    const steps = await stepsOf(async () => {
      expect(await stores.log.head()).toBe(7n)
      expect(await notes().find({ where: SECRET } as unknown as Where)).toEqual([SECRET, SECRET])
      expect(await stores.identity.findUser(SECRET)).toEqual({ id: SECRET })
    })
    expect(steps.map(({ name, failed }) => [name, failed])).toEqual([
      ['log.head', false],
      ['read-models.find', false],
      ['identity.findUser', false],
    ])
    for (const { from, to } of steps) expect(to).toBeGreaterThanOrEqual(from)
    expect(JSON.stringify(steps)).not.toContain(SECRET)
  })

  it('tell what failed, which fails as it did', async () => {
    const steps = await stepsOf(async () =>
      expect(
        await notes()
          .count()
          .catch((error) => error),
      ).toBe(away),
    )
    expect(steps).toMatchObject([{ name: 'read-models.count', failed: true }])
  })

  it('tell nothing of what takes no time, is no call, or is done for no request', async () => {
    expect(await stepsOf(async () => expect(stores.log.end()).toBe(SECRET))).toEqual([])
    expect(stores).toMatchObject({ exclusive: true, jobs: { name: SECRET } })
    expect(await stores.log.head()).toBe(7n)
  })
})
