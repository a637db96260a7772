import type { AuditEntry } from '@pathlight/contracts/admin.ts'
import { describe, expect, it } from 'vitest'
import { CSV_HEAD, csvLine } from './audit-csv.ts'

const entry = (id: string, label = 'Chrome on Windows'): AuditEntry => ({
  ...{ position: '7', at: '2026-11-23T08:00:00.000Z', kind: 'admin', id, action: 'job-tried-again', revision: 2 },
  ...{ actor: { id: 'a', name: 'ruth' }, person: { id: 'p', name: null }, passage: null, bytes: 12 },
  device: { id: 'd', label },
})
const RULED = '7,2026-11-23T08:00:00.000Z,a,ruth,p,,admin,'

describe('a line of the audit as a file', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '＋1', '－1', '＠SUM(A1)'])(
    'has no formula where something is called %j',
    (name) => {
      expect(csvLine(entry(name))).toBe(`${RULED}'${name},job-tried-again,2,,,,,,d,Chrome on Windows,12\r\n`)
    },
  )

  it.each(['\r=1', '\n=1'])('has no formula after a line that ends in a cell: %j', (name) => {
    expect(csvLine(entry(name))).toContain(`,"'${name}",`)
  })

  it('keeps what is none, in as many cells as the head has, and quotes what would end a cell', () => {
    const line = csvLine(entry('a-1', 'Say "hi", Ann'))
    expect(line).toBe(`${RULED}a-1,job-tried-again,2,,,,,,d,"Say ""hi"", Ann",12\r\n`)
    expect(CSV_HEAD.split(',')).toHaveLength(csvLine(entry('a-1')).split(',').length)
  })
})
