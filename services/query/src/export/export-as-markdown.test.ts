import { once } from 'node:events'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { expect, it } from 'vitest'
import type { Kind } from '../kind.ts'
import { daysIn } from '../paper.ts'
import { exportAsMarkdown } from './export-as-markdown.ts'

it('an export whose client leaves reads no further, and keeps nothing', async () => {
  let [pieces, isOver] = [0, false]
  async function* words() {
    try {
      for (;;) {
        pieces += 1
        yield 'word '.repeat(10_000)
      }
    } finally {
      isOver = true
    }
  }
  const documents = { find: async () => [{ id: '12345678', list_key: 'p1' }], get: async () => null }
  const kind = {
    item: { kind: 'pad' },
    paper: { title: { en: 'Pads', ko: '노트' }, files: 'item', nameOf: () => 'Pad', inWords: words },
    whole: { model: { name: 'pads' }, longest: 100_000 },
  }
  const packed = exportAsMarkdown([kind as unknown as Kind], 'ann', {
    readModels: { collection: () => documents } as unknown as ReadModelStore,
    log: { readEnds: async () => ({ events: [], version: 0n, found: null }) },
    language: 'en',
    dayOf: daysIn('UTC'),
  })
  await once(packed, 'data')
  packed.destroy()
  await eventually(() => expect(isOver).toBe(true))
  const before = pieces
  await new Promise(setImmediate)
  expect(pieces).toBe(before)
})
