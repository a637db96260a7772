import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import { describe, expect, it } from 'vitest'

const CLI = join(import.meta.dirname, '../../src/admin-cli.ts')
/** Both open what the other sealed. */
const MASTER_KEY = 'a'.repeat(64)
const PASSWORD = 'Lamp4myfeet!'

/** Two processes of the app on the same stores, as behind a load balancer. */
describe('live sync across processes', () => {
  it('tells what was written in another one, holds a lock from there, and ends with a session that ended there', async ({
    skip,
  }) => {
    const stores = await startClusterStores()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    const environment = { ...stores.environment, MASTER_KEY }
    const [here, there] = [await startApp({ environment }), await startApp({ environment })]
    const ann = await signUpOver(here.address, 'ann')
    const { cookie } = ann
    const logIn = { body: { email: 'ann@example.org', password: PASSWORD } }
    const phone = (await ask(here.address, 'POST', '/api/auth/login', logIn)).headers.get('set-cookie')?.split(';')[0]
    const stream = await listenTo(`${there.address}/api/sync`, { cookie: phone ?? '' })
    expect(stream.status).toBe(200)
    const body = { verse_id: 43_003_016, version: 'KJV', text: 'So loved.' }
    const added = await ask(here.address, 'POST', '/api/note/', { body, headers: { cookie } })
    const id = added.headers.get('x-position')
    await eventually(() => expect(stream.told()).toMatchObject([{ event: 'changed', id, data: { kind: 'note' } }]))

    const admin = await signUpOver(here.address, 'ruth')
    await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', CLI, 'grant', 'ruth@example.org'],
      {
        env: { PATH: process.env.PATH ?? '', DATA_DIR: here.dataDir, ...environment },
      },
    )
    const as = (who: { cookie: string }) => ({ headers: { cookie: who.cookie } })
    const act = async (name: string) => {
      const asked = { body: { act: name, reason: 'Ann asked me by phone.' }, ...as(admin) }
      expect((await ask(here.address, 'POST', `/api/admin/people/${ann.id}/acts`, asked)).status).toBe(200)
    }
    const writesThere = async () =>
      (await ask(there.address, 'POST', '/api/note/', { body, headers: { cookie } })).status
    const answersSoon = async (status: number) => {
      const began = performance.now()
      await eventually(async () => expect(await writesThere()).toBe(status))
      expect(performance.now() - began).toBeLessThan(5_000)
    }
    expect(await writesThere()).toBe(201)
    await act('lock')
    await answersSoon(403)
    await act('unlock')
    await answersSoon(201)

    const began = performance.now()
    expect((await ask(here.address, 'DELETE', '/api/account/devices', { headers: { cookie } })).status).toBe(200)
    await eventually(() => expect(stream.told().at(-1)).toMatchObject({ event: 'ended', data: { reason: 'session' } }))
    expect(performance.now() - began).toBeLessThan(5_000)
    await eventually(() => expect(stream.hasEnded()).toBe(true))
  })
})
