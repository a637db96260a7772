import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { type Installation, systemReportOf } from './system-report.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'system-report-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const parked = {
  projection: 'notes',
  stream: 'note-ann-1',
  user_id: 'ann',
  position: '7',
  eventType: 'NoteEdited',
  error: 'TypeError: my secret prayer',
  since: '2026-11-23T08:00:00.000Z',
}
const live = { name: 'notes', generation: 1, version: 4, live: true, log: 'x', position: 9n, last: null }
const sound = {
  pings: { PostgreSQL: async () => 'there' },
  sizes: { PostgreSQL: async () => ({ bytes: 5_000, of: 'disk' }) },
  archives: { lastWritten: async () => null },
  hasFullDisk: () => false,
  jobs: { failed: async () => 0, failedJobs: async () => [], schedule: async () => null },
  readModels: {
    checkpoints: async () => [live],
    generation: () => ({ page: async (after: string) => (after === '' ? [{ id: '1', at: 7n, doc: parked }] : []) }),
  },
}
const SETTINGS: Installation['settings'] = {
  SMTP_URL: 'smtp://mail.example.org',
  PUBLIC_URL: 'https://bible.example.org',
  HOST: '0.0.0.0',
  stores: { profile: 'embedded' },
}
const reportOf = (settings: Partial<Installation['settings']> = {}, stores: object = {}) =>
  systemReportOf(
    { ...sound, ...stores } as unknown as Stores,
    { status: async () => [] } as unknown as RunningProjections,
    { count: async () => 3 },
    { dataDir, settings: { ...SETTINGS, ...settings } },
  )()

describe('how this Pathlight is', () => {
  it.for([
    ['what is as it should be', {}, []],
    ['no mail', { SMTP_URL: undefined }, ['no_smtp']],
    ['an address without TLS', { PUBLIC_URL: 'http://bible.example.org' }, ['http_without_tls']],
    ['no address, and open to the network', { PUBLIC_URL: undefined }, ['http_without_tls']],
    ['no address, and this machine alone', { PUBLIC_URL: undefined, HOST: '127.0.0.1' }, []],
    ['an address of this machine', { PUBLIC_URL: 'http://localhost:3000' }, []],
    ['an address of this machine, in IPv6', { PUBLIC_URL: 'http://[::1]:3000' }, []],
  ] as const)('%s', async ([_what, settings, hints]) => {
    expect((await reportOf(settings)).hints).toEqual([...hints, 'no_backup'])
  })

  it('names parked streams, without the words of their errors', async () => {
    const told = await reportOf()
    expect(told.parked).toEqual([
      { readModel: 'notes', stream: 'note-ann-1', event: 'NoteEdited', since: '2026-11-23T08:00:00.000Z' },
    ])
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  it('tells what can be told where a store is away', async () => {
    const away = async () => {
      throw new Error('refused')
    }
    const told = await reportOf(
      {},
      {
        pings: { PostgreSQL: away },
        jobs: { failed: away, failedJobs: away },
        archives: { lastWritten: away },
        readModels: { checkpoints: away },
      },
    )
    expect(told).toMatchObject({
      ready: false,
      stores: [{ name: 'PostgreSQL', state: 'away', size: null }],
      jobs: { failed: null, latest: [] },
      parked: [],
      messagesKept: 3,
      folder: { bibles: null, free: expect.any(Number) },
    })
  })
})
