import { describe, expect, it } from 'vitest'
import { packingFor } from './pack-answers.ts'

describe('how an answer is packed', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br ;q=0, gzip', 'gzip'],
    ['br ; q=0.000 , gzip ;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['identity, br;q=0.5', 'identity'],
    [';;,=,q', 'identity'],
  ])('for a client that takes %s is %s', (accepted, packing) => {
    expect(packingFor(accepted)).toBe(packing)
  })
})
