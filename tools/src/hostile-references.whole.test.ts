import { execFileSync } from 'node:child_process'
import { JUNK } from '@pathlight/scripture/junk-references.contract.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import { piecesOf } from '@pathlight/testing/pieces-of-work.ts'
import { describe, expect, it } from 'vitest'

/** The limit in pieces of work of about a millisecond each. A parser that backtracks takes thousands. */
const MOST = 80

describe('a text that is made to be slow to read as a reference', () => {
  it.each(JUNK)('takes no more than 80 pieces of work: %j', (unit) => {
    // 10,000 characters are refused. 500 are the longest text that is accepted, but rewriting may make it longer than
    // is parsed. Texts of 330 or 240 characters are parsed even if rewriting makes them three or four times as long.
    for (const length of [10_000, 500, 330, 240])
      expect(piecesOf(() => parseReferences(unit.repeat(length).slice(0, length)), MOST)).toBeLessThan(MOST)
  })

  it('takes no more whatever it is made of, grown to the longest that is read', () => {
    const pieces = [...JUNK, ...'()[]{}<>"“”’:;,.-–—~!?/|&…½①ⅣﬁA3'.split(''), 'ff', 'v.', 'ch.', 'cf ', 'and ', 'to ']
    pieces.push(
      'see also ',
      '(ESV)',
      'NIV',
      'title',
      '16',
      '999',
      '고전',
      '시',
      '절',
      '부터',
      '까지',
      '2nd ',
      'III ',
      '\n',
    )
    let seed = 11
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const slow: [string, number][] = []
    for (let round = 0; round < 1500; round++) {
      const unit = Array.from({ length: 1 + next(4) }, () => pieces[next(pieces.length)]).join('')
      const text = unit.repeat(500).slice(0, 120 + next(381))
      const took = piecesOf(() => parseReferences(text), MOST)
      if (took >= MOST) slow.push([unit, took])
    }
    expect(slow).toEqual([])
  })

  it.each([
    ['in English', 'John 3:16'],
    ['in Korean', '요한복음 3장 16절'],
    ['of open brackets', '요(3'.repeat(120)],
    ['of the whole Bible', '창-계,'.repeat(60)],
    ['of no book', 'Jhon x1 '.repeat(60)],
  ])('is no dearer as the first that a process reads: %s', (_, text) => {
    const script = `
      const { parseReferences } = await import(${JSON.stringify(import.meta.resolve('@pathlight/scripture/references.ts'))})
      const { inPieces } = await import(${JSON.stringify(import.meta.resolve('@pathlight/testing/pieces-of-work.ts'))})
      const before = process.threadCpuUsage()
      parseReferences(${JSON.stringify(text)})
      const { user, system } = process.threadCpuUsage(before)
      console.log(inPieces((user + system) / 1000))`
    const first = () =>
      Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
    // The limit is above the greatest value measured (10), and below the value with expressions that are compiled at
    // the first call (28).
    const most = 22
    let least = first()
    for (let again = 0; again < 5 && least > most; again += 1) least = Math.min(least, first())
    expect(least).toBeLessThan(most)
  })
})
