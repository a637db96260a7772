import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { layOnPaper, rowsOf } from './lay-on-paper.ts'
import { pngOf } from './png.ts'

const WHITE = [255, 255, 255, 255]
const RED = [200, 0, 0, 255]
const NOTHING = [0, 0, 0, 0]
const HALF_BLACK = [0, 0, 0, 128]
/** A picture of two by two pixels. */
const PAPER = rowsOf(Uint8Array.from([...WHITE, ...RED, ...RED, ...WHITE]), 2)

describe('ink on paper', () => {
  it('covers where there is ink, shines through where it is thin, and leaves the paper elsewhere', () => {
    const before = [...PAPER]
    const rows = layOnPaper(PAPER, Uint8Array.from([...NOTHING, ...NOTHING, ...HALF_BLACK, ...RED]), 2)
    expect([...rows]).toEqual([0, 255, 255, 255, 200, 0, 0, 0, 100, 0, 0, 200, 0, 0])
    expect([...PAPER], 'the paper is used for the next picture').toEqual(before)
  })

  it('becomes a PNG that holds just these rows', async () => {
    const png = await pngOf({ width: 2, height: 2 }, PAPER)
    const body = png.indexOf('IDAT')
    const length = png.readUInt32BE(body - 4)
    expect([...inflateSync(png.subarray(body + 4, body + 4 + length))]).toEqual([...PAPER])
    expect(png.subarray(-8, -4).toString()).toBe('IEND')
  })
})
