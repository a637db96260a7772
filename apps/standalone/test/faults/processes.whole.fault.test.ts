import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { serveCatalogue, titusOf, translationOf } from '@pathlight/bible-library/catalogue/test-catalogue.contract.ts'
import { createMongoClient } from '@pathlight/engine-cluster/mongodb/client.ts'
import { createRedis, whenConnected } from '@pathlight/engine-cluster/redis/client.ts'
import { emptyFolder, type Launch, launchApp, preparedFolder } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually, positionOf, reflecting, untilAnswered } from '@pathlight/testing/eventually.ts'
import { freePort } from '@pathlight/testing/free-port.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const PASSWORD = 'Lamp4myfeet!'
/** The name of the database in MongoDB by default. */
const DATABASE = 'pathlight'
const OPERATOR = { authorization: 'Bearer operator-of-these-tests' }

const stores = await startClusterStores()

type Process = { readonly address: string; launch: Launch; readonly start: () => Promise<void> }
const started = async (main: string, environment: Record<string, string>): Promise<Process> => {
  const port = await freePort()
  const begin = () =>
    launchApp({ ...environment, PORT: String(port) }, [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      join(ROOT, main),
    ])
  const own = { address: `http://127.0.0.1:${port}`, launch: begin() }
  await own.launch.ready
  return Object.assign(own, {
    start: async () => {
      own.launch = begin()
      await own.launch.ready
    },
  })
}

describe.skipIf(stores === null)(
  'each service a process of its own (skipped without TEST_SERVERS_DIR and redis-server)',
  () => {
    let commands: Process[]
    let queries: Process[]
    let pages: Process
    const projectors: Process[] = []
    let worker: Process
    const environment: Record<string, string> = {
      ...stores?.environment,
      MASTER_KEY: 'a'.repeat(64),
      OPERATOR_TOKEN: 'operator-of-these-tests',
      EPOCH_KEYS: emptyFolder(),
      PUBLIC_URL: 'http://bible.example.org',
      WRITES_A_MINUTE: '40',
      DATA_DIR: preparedFolder(stores?.environment ?? {}),
    }
    const [command, query, projector] = [
      'services/command/src/main.ts',
      'services/query/src/main.ts',
      'services/query/src/projector-main.ts',
    ] as const

    beforeAll(async () => {
      // The command and query processes wait for a projector, so they are awaited after the projectors have started.
      const both = Promise.all([command, command, query, query].map((main) => started(main, environment)))
      for (let n = 0; n < 2; n++) projectors.push(await started(projector, environment))
      const all = await both
      commands = all.slice(0, 2)
      queries = all.slice(2)
      worker = await started('services/worker/src/main.ts', environment)
      pages = await started('services/pages/src/main.ts', environment)
    })
    const one = (processes: readonly Process[], n: number): string => processes[n]?.address ?? ''
    let people = 0
    const person = async (address = one(commands, 0)) => {
      const username = `several${++people}`
      const { cookie, id } = await signUpOver(address, username)
      return { cookie, id, username, email: `${username}@example.org` }
    }
    const note = (text: string) => ({ verse_id: 43_003_016, version: 'KJV', text })
    const write = (address: string, cookie: string, text: string) =>
      ask(address, 'POST', '/api/note/', { body: note(text), headers: { cookie } })
    const notesIn = (address: string, cookie: string, written: Awaited<ReturnType<typeof write>>) =>
      reflecting(written, (headers) => ask(address, 'GET', '/api/note/user', { headers: { cookie, ...headers } }))

    it('takes a write in one, shows it in another, and a page in a third', async () => {
      const { cookie } = await person()
      for (const [n, address] of commands.map((each) => each.address).entries()) {
        const written = await write(address, cookie, `Light ${n}`)
        expect(written.status).toBe(201)
        for (const reader of queries)
          expect((await notesIn(reader.address, cookie, written)).body).toContainEqual(
            expect.objectContaining({ text: `Light ${n}` }),
          )
      }
      const page = await fetch(`${pages.address}/bible/KJV/John/3`, { headers: { accept: 'text/html' } })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('For God so loved the world')
    })

    it('shows a shared note in the HTML of the page process, and counts that as one visit', async () => {
      const { cookie } = await person()
      const { body: note } = await write(one(commands, 0), cookie, 'Given to all')
      const sharing = { body: { kind: 'note', id: (note as { id: string }).id, until: null }, headers: { cookie } }
      const { id, key } = (await ask(one(commands, 0), 'POST', '/api/share', sharing)).body as Record<string, string>
      const page = await fetch(`${pages.address}/shared/${id}/words`, {
        ...{ method: 'POST', body: JSON.stringify({ key }) },
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Given to all')
      const { shares } = (await ask(one(commands, 1), 'GET', '/api/share', { headers: { cookie } })).body as {
        shares: readonly { opened: number }[]
      }
      expect(shares).toMatchObject([{ id, opened: 1 }])
    })

    it('does nothing in a process that it is not for, and what answers reads describes all calls', async () => {
      const { cookie } = await person()
      expect((await write(one(queries, 0), cookie, 'Lost')).status).toBe(421)
      expect((await ask(one(commands, 0), 'GET', '/api/note/user', { headers: { cookie } })).status).toBe(404)
      const [of, also] = await Promise.all(
        [one(queries, 0), pages.address].map((address) => ask(address, 'GET', '/api/openapi.json')),
      )
      expect(of?.body).toEqual(also?.body)
      expect(of?.body).toMatchObject({ paths: { '/api/note/': { post: {} }, '/api/note/user': { get: {} } } })
      expect((await ask(one(queries, 0), 'PATCH', '/api/overlay')).headers.get('allow')).toBe('GET, HEAD')
      for (const { address } of [worker, ...projectors]) {
        expect((await ask(address, 'GET', '/api/note/user', { headers: { cookie } })).status).toBe(404)
        expect((await ask(address, 'GET', '/livez')).status).toBe(200)
      }
    })

    it('ends a session in every process at once, and an open stream of it in time', async () => {
      const { cookie, email } = await person()
      const logIn = { body: { email, password: PASSWORD } }
      const phone =
        (await ask(one(commands, 1), 'POST', '/api/auth/login', logIn)).headers.get('set-cookie')?.split(';')[0] ?? ''
      expect((await ask(one(queries, 1), 'GET', '/api/note/user', { headers: { cookie: phone } })).status).toBe(200)
      const stream = await listenTo(`${one(queries, 1)}/api/sync`, { cookie: phone })
      expect((await ask(one(commands, 0), 'DELETE', '/api/account/devices', { headers: { cookie } })).status).toBe(200)
      expect((await ask(one(queries, 1), 'GET', '/api/note/user', { headers: { cookie: phone } })).status).toBe(401)
      expect((await write(one(commands, 1), phone, 'Late')).status).toBe(401)
      await eventually(() => expect(stream.hasEnded()).toBe(true))
    })

    it('counts what a person writes over all processes', async () => {
      const { cookie } = await person()
      const answers = await Promise.all(
        Array.from({ length: 44 }, (_, n) => write(one(commands, n % 2), cookie, `Light ${n}`)),
      )
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    })

    it('counts what a person has over all processes: close to the most that is allowed each asks the read models', async () => {
      const few = { ...environment, MOST_ITEMS: '5' }
      const both = await Promise.all([command, command].map((main) => started(main, few)))
      const { cookie } = await person()
      const answers: number[] = []
      for (let nth = 0; nth < 7; nth++) answers.push((await write(one(both, nth % 2), cookie, `Item ${nth}`)).status)
      expect(answers).toEqual([201, 201, 201, 201, 201, 413, 413])
    })

    it('tells an open stream what was written in another process', async () => {
      const { cookie } = await person()
      const stream = await listenTo(`${one(queries, 0)}/api/sync`, { cookie })
      const written = await write(one(commands, 1), cookie, 'Heard')
      const id = written.headers.get('x-position')
      await eventually(() => expect(stream.told()).toContainEqual(expect.objectContaining({ event: 'changed', id })))
    })

    it('tells an open stream within a second what was written in another process while every signal is lost', async () => {
      if (stores === null) return
      const { cookie } = await person()
      const redis = createRedis(stores.redis.url)
      await whenConnected(redis)
      const mongo = createMongoClient(stores.mongo.url)
      const mayPublish = (rule: '+' | '-') => redis.call('ACL', 'SETUSER', 'default', `${rule}publish`)
      onTestFinished(async () => {
        await mayPublish('+')
        redis.disconnect()
        await mongo.close()
      })
      const stream = await listenTo(`${one(queries, 0)}/api/sync`, { cookie })
      // Redis refuses to publish. All other commands work, and no connection breaks.
      await mayPublish('-')
      const checkpoints = mongo.db(DATABASE).collection<{ position: unknown }>('progress')
      const projected = async () =>
        BigInt(String((await checkpoints.findOne({ name: 'changes', live: true }))?.position ?? 0))
      const unheard = 6
      for (let nth = 0; nth < unheard; nth++) {
        const position = positionOf(await write(one(commands, nth % 2), cookie, `Unheard ${nth}`)) ?? 0n
        await eventually(async () => expect(await projected()).toBeGreaterThanOrEqual(position))
        const told = expect.objectContaining({ event: 'changed', id: String(position) })
        await eventually(() => expect(stream.told()).toContainEqual(told))
      }
      const publishing = /cmdstat_publish:.*rejected_calls=(\d+)/.exec(await redis.info('commandstats'))
      expect(Number(publishing?.[1])).toBeGreaterThanOrEqual(unheard)
    })

    it('forgets a closed account in each process: no key of it is held for longer than said', async () => {
      const { cookie, username } = await person()
      const written = await write(one(commands, 0), cookie, 'To be forgotten')
      await notesIn(one(queries, 0), cookie, written)
      const closed = await ask(one(commands, 1), 'DELETE', '/api/account', {
        body: { password: PASSWORD, confirm: username },
        headers: { cookie },
      })
      expect(closed.status).toBeLessThan(300)
      for (const { address } of queries)
        await eventually(async () =>
          expect((await ask(address, 'GET', '/api/note/user', { headers: { cookie } })).status).toBe(401),
        )
    })

    it('has one projector at work, and the other takes over after a kill -9', async () => {
      const { cookie } = await person()
      for (let round = 0; round < 2; round++) {
        const victim = projectors[round]
        await victim?.launch.kill()
        const written = await write(one(commands, 0), cookie, `Round ${round}`)
        const { body } = await notesIn(one(queries, 0), cookie, written)
        expect(body).toContainEqual(expect.objectContaining({ text: `Round ${round}` }))
        await victim?.start()
      }
    })

    it('listens when it is ready, not before, and leaves in order: what was begun is answered', async () => {
      const [own] = commands
      const late = ask(own?.address ?? '', 'POST', '/api/auth/login', {
        body: { email: 'no@example.org', password: PASSWORD },
      })
      expect((await ask(own?.address ?? '', 'GET', '/readyz', { headers: OPERATOR })).body).toMatchObject({
        ready: true,
      })
      const stopped = own?.launch.stop()
      expect((await late).status).toBe(401)
      expect(await stopped).toBe(0)
      await expect(ask(own?.address ?? '', 'GET', '/livez')).rejects.toThrow()
      await own?.start()
      expect((await ask(own?.address ?? '', 'GET', '/readyz')).status).toBe(200)
    })

    it('brings a text once for all processes of a folder, and each has it without a new start', async () => {
      const catalogue = await serveCatalogue({
        '/api/available_translations.json': { translations: [translationOf('ONE')] },
        '/api/ONE/complete.json': { translation: translationOf('ONE'), books: [titusOf('Paul, a servant.')] },
      })
      onTestFinished(() => catalogue.close())
      const folder = preparedFolder(stores?.environment ?? {})
      const own = { ...environment, DATA_DIR: folder, BIBLES: 'ONE', BIBLE_CATALOGUE_URL: catalogue.address }
      const readers = await Promise.all([query, query].map((main) => started(main, own)))
      const page = await started('services/pages/src/main.ts', own)
      for (const { address } of readers)
        await eventually(async () => {
          const answer = await ask(address, 'GET', '/api/bible/chapter?version=ONE&book=Titus&chapter=1')
          expect(JSON.stringify(answer.body)).toContain('Paul, a servant.')
        })
      expect(catalogue.asked.filter((path) => path.endsWith('/ONE/complete.json'))).toHaveLength(1)
      // Cached pages change with the texts, without a restart or a wait.
      const html = await fetch(`${page.address}/bible/ONE/Titus/1`, { headers: { accept: 'text/html' } })
      expect(await html.text()).toContain('Paul, a servant.')
    })

    it('brings what is added on one machine to another with a folder of its own, and takes away what is removed', async () => {
      const catalogue = await serveCatalogue({
        '/api/available_translations.json': { translations: [translationOf('TWO')] },
        '/api/TWO/complete.json': { translation: translationOf('TWO'), books: [titusOf('Paul, an apostle.')] },
      })
      onTestFinished(() => catalogue.close())
      const machine = () => {
        const DATA_DIR = preparedFolder(stores?.environment ?? {})
        return started(query, { ...environment, DATA_DIR, BIBLE_CATALOGUE_URL: catalogue.address })
      }
      const machines = await Promise.all([machine(), machine()])
      const [here] = machines
      const chapter = async ({ address }: Process) =>
        JSON.stringify((await ask(address, 'GET', '/api/bible/chapter?version=TWO&book=Titus&chapter=1')).body)
      const texts = `${here?.address}/api/admin/bibles`
      expect((await ask(texts, 'POST', '', { body: { bible: 'TWO' }, headers: OPERATOR })).status).toBe(202)
      for (const each of machines)
        await eventually(async () => expect(await chapter(each)).toContain('Paul, an apostle.'))
      expect((await ask(texts, 'DELETE', '/TWO', { headers: OPERATOR })).status).toBe(204)
      for (const each of machines)
        await eventually(async () => expect(await chapter(each)).not.toContain('Paul, an apostle.'))
      // A machine that starts later also applies the changes made before.
      expect((await ask(texts, 'POST', '', { body: { bible: 'TWO' }, headers: OPERATOR })).status).toBe(202)
      const late = await machine()
      await eventually(async () => expect(await chapter(late)).toContain('Paul, an apostle.'))
    })

    it('shows its figures to the operator, whatever it is', async () => {
      for (const { address } of [...commands, ...queries, pages, worker, ...projectors]) {
        const figures = await ask(address, 'GET', '/metrics', { headers: OPERATOR })
        expect(figures.status).toBe(200)
        expect(figures.body).toMatch(/^pathlight_projection_lag_positions\{projection="notes"\} \d/m)
      }
    })

    it('notices in each process that the log was set back, and shows and takes nothing then', async () => {
      if (stores === null) return
      const { eventStore } = stores
      const { cookie } = await person()
      const backup = emptyFolder()
      await eventStore.kill()
      cpSync(eventStore.data, backup, { recursive: true })
      await eventStore.restart()
      const lost = await untilAnswered(() => write(one(commands, 0), cookie, 'Lost'))
      for (const { address } of queries) await notesIn(address, cookie, lost)
      await eventStore.kill()
      rmSync(eventStore.data, { recursive: true })
      cpSync(backup, eventStore.data, { recursive: true })
      await eventStore.restart()
      const refused = { status: 503, body: { code: 'log_set_back' } }
      await Promise.all(
        [...queries, ...commands, ...projectors].map(async ({ address }) => {
          await eventually(async () => {
            const { body } = await ask(address, 'GET', '/readyz', { headers: OPERATOR })
            expect(JSON.stringify(body)).toContain('restored from an older backup')
          })
        }),
      )
      for (const { address } of queries)
        expect(await ask(address, 'GET', '/api/note/user', { headers: { cookie } })).toMatchObject(refused)
      for (const { address } of commands) expect(await write(address, cookie, 'Not now')).toMatchObject(refused)
    })
  },
)

describe('a service on its own', () => {
  it('refuses the embedded database in words, for that has room for one process', async () => {
    const launch = launchApp({ DATA_DIR: preparedFolder({}) }, [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      join(ROOT, 'services/query/src/main.ts'),
    ])
    await expect(launch.ready).rejects.toThrow(/Several processes need stores that all of them reach/)
  })
})
