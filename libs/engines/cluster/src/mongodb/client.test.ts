import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { MongoServerError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { translate } from './client.ts'

describe('what an error of MongoDB’s client means', () => {
  it('is that the store is away when Node itself reports a broken connection', () => {
    const broken = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
    expect(translate(broken)).toBeInstanceOf(StoreUnavailable)
  })

  it.each([
    [10_107, 'a primary has stepped down'],
    [133, 'a sharded cluster finds no primary'],
    [134, 'a replica set that has just started knows of no majority yet'],
  ])('is that the store is away by code %i: %s', (code) => {
    expect(translate(new MongoServerError({ code, message: 'not now' }))).toBeInstanceOf(StoreUnavailable)
  })

  it('is what it says otherwise', () => {
    for (const error of [new MongoServerError({ code: 11_000, message: 'E11000' }), new Error('bug'), 'text', null])
      expect(translate(error)).toBe(error)
  })
})
