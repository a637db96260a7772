import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresListener } from './listener.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

const open = (config: object = database.config) => {
  const troubles: unknown[] = []
  const listener = postgresListener(config, (error) => troubles.push(error))
  onTestFinished(() => listener.close())
  /** Listens on a channel, and records the calls of the listener. */
  const hear = (channel: string) => {
    const told: string[] = []
    const stop = listener.listen(channel, {
      onNotify: (payload) => told.push(payload),
      onConnected: () => told.push('connected'),
      onLost: () => told.push('lost'),
    })
    return { told, stop }
  }
  return { listener, hear, troubles }
}
const notify = (channel: string, payload: string) => database.pool.query('SELECT pg_notify($1, $2)', [channel, payload])
const connections = async () => {
  const { rowCount } = await database.pool.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  )
  return rowCount
}

describe('a listener to PostgreSQL', () => {
  it('hears what is said on its channels, over one connection, each who listens their own', async () => {
    const { hear } = open()
    const [one, two] = [hear('one'), hear('two')]
    await eventually(() => expect([one.told, two.told]).toEqual([['connected'], ['connected']]))
    const late = hear('Late "channel"')
    await eventually(() => expect(late.told).toEqual(['connected']))
    await notify('one', 'a')
    await notify('two', 'b')
    await notify('Late "channel"', 'c')
    await notify('three', 'd')
    await eventually(() => {
      expect(one.told).toEqual(['connected', 'a'])
      expect(two.told).toEqual(['connected', 'b'])
      expect(late.told).toEqual(['connected', 'c'])
    })
    expect(await connections()).toBe(1)
  })

  it('says so when it is cut off, and comes back by itself, again and again', async () => {
    const { hear, troubles } = open()
    const { told } = hear('cut')
    for (let round = 1; round <= 3; round++) {
      await eventually(() => expect(told.filter((word) => word === 'connected')).toHaveLength(round))
      await eventually(async () => expect(await database.cut('LISTEN%')).toBeGreaterThan(0))
      await eventually(() => expect(told.filter((word) => word === 'lost')).toHaveLength(round))
    }
    await eventually(() => expect(told.at(-1)).toBe('connected'))
    await notify('cut', 'after')
    await eventually(() => expect(told.at(-1)).toBe('after'))
    expect(troubles.length).toBeGreaterThan(0)
  })

  it('does not tell a listener that has stopped', async () => {
    const { hear } = open()
    const [gone, there] = [hear('left'), hear('left')]
    await eventually(() => expect(there.told).toEqual(['connected']))
    gone.stop()
    await notify('left', 'x')
    await eventually(() => expect(there.told).toEqual(['connected', 'x']))
    expect(gone.told).toEqual(['connected'])
  })

  it('does not connect until a caller listens, and holds no connection once closed', async () => {
    // The server may still list the connections of the tests before this one.
    await eventually(async () => expect(await connections()).toBe(0))
    const { listener, hear } = open()
    expect(await connections()).toBe(0)
    const { told } = hear('closing')
    await eventually(() => expect(told).toEqual(['connected']))
    await listener.close()
    await eventually(async () => expect(await connections()).toBe(0))
    listener.listen('closing', { onNotify: () => undefined, onConnected: () => told.push('after the end') })
    await listener.close()
    expect(told).not.toContain('after the end')
  })

  it('keeps trying to reach a server that is away, says so, and can be closed meanwhile', async () => {
    const { listener, hear, troubles } = open({ host: '/nowhere' })
    const { told } = hear('away')
    await eventually(() => expect(troubles.length).toBeGreaterThan(1))
    await listener.close()
    expect(told).toEqual([])
  })
})
