import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describe, expect, it } from 'vitest'
import { createPasswordHashing } from './password-hashing.ts'

describe('password hashing', () => {
  it('is argon2id at the cost that was decided, salted', async () => {
    const { hash } = createPasswordHashing()
    const [one, two] = await Promise.all([hash('Correct1!horse', ''), hash('Correct1!horse', '')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
  })

  it('accepts no password for an unknown user', async () => {
    const { verify } = createPasswordHashing()
    expect(await verify(null, 'the password of no user', '')).toBe(false)
  })

  it('finishes all that wait, and turns away a caller that comes when the queue is full', async () => {
    const { hash, verify } = createPasswordHashing(3, 2)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => hash('Correct1!horse', '')))
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(StoreUnavailable)
    // The places of the finished calls are free again.
    expect(await verify(await hash('a', ''), 'a', '')).toBe(true)
    expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((password) => hash(password, '')))).toHaveLength(5)
  })

  it('takes turns between callers, so that a flood from one keeps no other out', async () => {
    const { hash } = createPasswordHashing(6, 1)
    const finished: string[] = []
    const ask = (asker: string) => hash('Correct1!horse', asker).then(() => finished.push(asker))
    const flood = Promise.allSettled(Array.from({ length: 12 }, () => ask('flood')))
    const others = await Promise.allSettled(['ann', 'bob'].map(ask))
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const outcomes = await flood
    // One call ran and six could wait. Two of the six were refused in favour of other callers.
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(finished).toEqual(['flood', 'ann', 'bob', 'flood', 'flood', 'flood', 'flood'])
  })
})
