import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@pathlight/engine-postgres/connection/embedded-postgres.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { epochOf, unwrapDataKey } from '@pathlight/identity/data-key.ts'
import { epochKeys } from '@pathlight/identity/epoch-keys.ts'
import { masterKey } from '@pathlight/identity/master-key.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { OIDC_CLIENT, startOidcProvider } from '@pathlight/testing/oidc-provider.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { expect, it } from 'vitest'
import type { Person } from '../calls/call.contract.ts'
import { LISTS, ofEach, TESTED } from '../kinds/tested-kinds.contract.ts'
import { canary, giveWaysIn, PASSWORD, shortCanary, writeToOperator } from './at-rest.contract.ts'
import { operatorCommand } from './operator-command.contract.ts'

/** All files of a data folder, except the messages of the contact form. */
const filesIn = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== join(dataDir, 'contact'))
    .map((entry) => join(entry.parentPath, entry.name))
const quiet = { info: () => undefined, warn: () => undefined }

/** A text dump of all tables of a stopped app's database, in place of pg_dump, which the embedded PostgreSQL lacks. */
const dumpOf = async (dataDir: string): Promise<string> => {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: quiet })
  const pool = createPool(server.url, { log: quiet })
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => (await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows),
  )
  await pool.query('CHECKPOINT')
  await pool.end()
  await server.stop()
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

it('nothing that people wrote, no name and no address stands in clear in any file or dump, and without their key it cannot be read', async () => {
  const app = await startApp({ environment: { LOG_LEVEL: 'debug' } })
  const name = shortCanary()
  const { cookie, id: userId } = await signUpOver(app.address, name)
  const call = (method: string, path: string, body?: unknown) =>
    ask(app.address, method, path, { headers: { cookie }, ...(body !== undefined && { body }) })
  const words = {
    text: canary(),
    title: canary(),
    edited: canary(),
    deleted: canary(),
    searched: canary(),
    beside: canary(),
    imported: canary(),
    refusedPlace: canary(),
    refusedWords: canary(),
    refusedDate: canary(),
    importedTag: canary(),
  }
  const tags = { gone: canary(), named: canary() }
  /** For each kind, the text and the tag of a further item. */
  const ofKinds = ofEach(() => ({ text: canary(), tag: canary() }))
  const studied = { highlighted: canary(), unlit: canary(), sermon: canary(), preacher: canary(), preached: canary() }
  const shared = { noteBy: canary(), sermonBy: canary(), copyBy: canary(), followed: canary(), copied: canary() }
  /** The words of a study pad. `named`: the id of an item that does not exist. */
  const gathered = { title: canary(), heading: canary(), text: canary(), named: crypto.randomUUID() }
  const addresses = [`${canary()}@example.org`, `${canary()}@example.org`]

  const write = async (text: string, title: string | null = null) => {
    const answer = await call('POST', '/api/note/', {
      verse_id: 43_003_016,
      text,
      title,
      tags: [tags.gone],
      version: 'KJV',
    })
    expect(answer.status).toBe(201)
    return (answer.body as { id: string }).id
  }
  const kept = await write(words.text, words.title)
  expect((await call('PUT', `/api/note/detail/${kept}`, { text: words.edited, title: words.title })).status).toBe(200)
  const gone = await write(words.deleted)
  expect((await call('DELETE', `/api/note/detail/${gone}`)).status).toBe(200)
  const highlight = async (selectedText: string) => {
    const range = { startOffset: 0, endOffset: selectedText.length, selectedText }
    const answer = await call('POST', '/api/highlight/add', {
      version: 'NIV',
      verseId: 43_003_017,
      ...range,
    })
    expect(answer.status).toBe(201)
    return (answer.body as { id: string }).id
  }
  const unlit = await highlight(studied.unlit)
  expect((await call('DELETE', `/api/highlight/${unlit}`)).status).toBe(200)
  await highlight(studied.highlighted)
  const [start, end] = [43_003_016, 43_003_018]
  const range = { book: 'John', startChapter: 3, startVerseId: start, endChapter: 3, endVerseId: end, version: 'KJV' }
  const sermon = {
    ...range,
    title: studied.sermon,
    speaker: studied.preacher,
    content: `<p>${studied.preached}</p>`,
  }
  const preached = await call('POST', '/api/sermon/', sermon)
  expect(preached.status).toBe(201)
  // Three shared links: one is ended, one shows a later edit, and one shows a copy of a note that is deleted
  // afterwards.
  const share = async (kind: 'note' | 'sermon', id: string, by: string, follows = true) => {
    const answer = await call('POST', '/api/share', { kind, id, until: null, follows, name: by })
    expect(answer.status).toBe(201)
    return answer.body as { readonly id: string; readonly key: string }
  }
  const opened = async ({ id, key }: { readonly id: string; readonly key: string }) => {
    const answer = await ask(app.address, 'POST', `/api/shared/${id}`, { body: { key } })
    return answer.status === 200 ? JSON.stringify(answer.body) : ''
  }
  const ofNote = await share('note', kept, shared.noteBy)
  const ofSermon = await share('sermon', (preached.body as { newSermon: { id: string } }).newSermon.id, shared.sermonBy)
  expect(await opened(ofSermon)).toContain(studied.preached)
  const followed = { text: shared.followed, title: words.title }
  expect((await call('PUT', `/api/note/detail/${kept}`, followed)).status).toBe(200)
  expect(await opened(ofNote)).toContain(shared.followed)
  expect((await call('DELETE', `/api/share/${ofSermon.id}`)).status).toBe(204)
  expect(await opened(ofSermon)).toBe('')
  const copied = await write(shared.copied)
  const ofCopy = await share('note', copied, shared.copyBy, false)
  expect((await call('DELETE', `/api/note/detail/${copied}`)).status).toBe(200)
  expect(await opened(ofCopy)).toContain(shared.copied)
  const pad = {
    title: gathered.title,
    entries: [
      { type: 'heading', text: gathered.heading },
      { type: 'passage', version: 'KJV', verse_id: 19_023_004 },
      { type: 'text', text: gathered.text },
      { type: 'item', kind: 'note', id: gathered.named },
    ],
  }
  expect((await call('POST', '/api/pad/', pad)).status).toBe(201)
  // A POST needs no existing data, so its `send` gets an empty person.
  for (const [kind, { calls }] of Object.entries(TESTED))
    for (const [route, { send }] of Object.entries(calls)) {
      if (!route.startsWith('POST ')) continue
      const { path, body } = await send({} as Person, ofKinds[kind]?.text ?? '')
      expect((await call('POST', path, { ...body, tags: [ofKinds[kind]?.tag] })).status, route).toBe(201)
    }
  // Bookmarks and settings have no words of a person except tags. Other words in these requests are refused, or not
  // stored.
  const psalm = { book: 'Psalms', chapter: 24, version: 'KJV' }
  expect((await call('POST', '/api/bookmarks', { ...psalm, note: words.beside })).status).toBe(201)
  expect((await call('POST', '/api/bookmarks', { ...psalm, category: words.beside })).status).toBe(400)
  expect((await call('PUT', '/api/users/settings', { defaultLanguage: 'ko', name: words.beside })).status).toBe(200)
  expect((await call('PUT', '/api/users/settings', { defaultVersion: words.beside.slice(0, 20) })).status).toBe(400)
  expect((await call('PUT', `/api/tags/${tags.gone}`, { tag: tags.named, color: '#ffd966' })).status).toBe(200)
  for (const list of [...LISTS, '/api/bible/search', '/api/bible/reference'])
    await call('GET', `${list}?query=${words.searched}&text=${words.searched}&tag=${words.searched}`)
  await call('GET', `/api/bible/find?query=${words.searched}`)
  const table = [
    'Passage,Note,Date,Tags',
    `John 3:17,${words.imported},2022-03-05,${words.importedTag}`,
    `${words.refusedPlace} 3:16,${words.refusedWords},2022-03-05,${words.importedTag}`,
    `John 3:18,${words.refusedWords},${words.refusedDate},${words.importedTag}`,
  ].join('\n')
  const headers = { cookie, 'content-type': 'application/octet-stream', origin: app.address }
  const sent = await fetch(`${app.address}/api/import`, { method: 'POST', headers, body: table })
  expect(sent.status, await sent.text()).toBe(202)
  await eventually(async () => {
    const { body } = await call('GET', '/api/import')
    expect(body).toMatchObject({ import: { status: 'done' } })
  })
  for (const email of addresses) await call('POST', '/api/auth/forgot-password', { email })
  await call('POST', '/api/auth/login', { email: addresses[0], password: words.searched })
  const message = await writeToOperator(app)
  await eventually(async () => {
    const listed = await Promise.all(LISTS.map((list) => call('GET', list)))
    const shown = JSON.stringify(listed.map(({ body }) => body))
    const { body: named } = await call('GET', '/api/tags')
    expect(JSON.stringify(named)).toContain(tags.named)
    for (const word of [
      shared.followed,
      ...Object.entries(ofKinds).flatMap(([kind, { tag }]) => (kind === 'settings' ? [] : [tag])),
      ...Object.values(gathered),
      studied.highlighted,
      studied.sermon,
      studied.preached,
      'KJV.19.24',
    ])
      expect(shown).toContain(word)
  })
  const printed = app.launch.output()
  await app.stop()

  const secrets = [
    ...[words.beside.slice(0, 20), ...Object.values(words), ...Object.values(studied), ...Object.values(tags)],
    ...[...addresses, name, ...Object.values(shared), ofNote.key, ofSermon.key, ofCopy.key],
    ...Object.values(gathered),
    ...Object.values(ofKinds).flatMap(({ text, tag }) => [text, tag]),
    ...message.words,
  ]
  const found = (where: string, content: string | Buffer) =>
    secrets.filter((secret) => content.includes(secret)).map((secret) => `${secret} in ${where}`)
  const dumped = await dumpOf(app.dataDir)
  expect(dumped).toContain(userId)
  expect(found('a dump', dumped)).toEqual([])
  expect(found('the log', printed)).toEqual([])

  const files = filesIn(app.dataDir)
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => found(file, readFileSync(file)))).toEqual([])
})

/** The lengths of stored data keys, in bytes: wrapped by the master key, and wrapped by an epoch key. */
const WRAPPED = [1 + 12 + 16 + 32, 1 + 16 + 12 + 16 + 32]

/** The time limit of the test that tries all keys on all places of all files, in milliseconds. */
const TRIES_KEYS_WITHIN_MS = 20 * 60_000

it(
  'a closed account opens from no file, write-ahead log or dump after the next epoch, with every key that is there; another does',
  async () => {
    let address = ''
    const provider = await startOidcProvider(() => [`${address}/api/auth/oidc/callback`])
    atTheEnd(provider.stop)
    const [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET] = [provider.issuer, OIDC_CLIENT.id, OIDC_CLIENT.secret]
    const app = await startApp({ environment: { LOG_LEVEL: 'debug', OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } })
    address = app.address
    const host = shortCanary()
    const admin = await signUpOver(address, host)
    const granted = await operatorCommand('admin-cli.ts')({ DATA_DIR: app.dataDir }, 'grant', `${host}@example.org`)
    expect(granted, granted.text).toMatchObject({ code: 0 })
    const invite = async (name: string) => {
      const body = { email: `${name}@example.org`, until: new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString() }
      const answer = await ask(address, 'POST', '/api/admin/invitations', { headers: { cookie: admin.cookie }, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      const { id, link } = answer.body as { id: string; link: string }
      return { id, code: new URL(link).searchParams.get('invitation') ?? '' }
    }
    /** A person who was invited and has not signed up. */
    const awaited = shortCanary()
    const waiting = await invite(awaited)
    const person = async () => {
      const name = shortCanary()
      const invitation = await invite(name)
      const form = { username: name, email: `${name}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
      const answer = await ask(address, 'POST', '/api/auth/signup', { body: { ...form, invitation: invitation.code } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      const session = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      const signedUp = { cookie: session, id: (answer.body as { id: string }).id, invitation: invitation.id }
      const word = canary()
      const body = { verse_id: 43_003_016, text: word, title: null, version: 'KJV' }
      const { cookie } = signedUp
      expect((await ask(app.address, 'POST', '/api/note/', { headers: { cookie }, body })).status).toBe(201)
      return { ...signedUp, name, word }
    }
    const [first, second, stayer] = [await person(), await person(), await person()]
    const people = [first, second, stayer]
    const secrets = [host, awaited]
    for (const { name, word, cookie } of people)
      secrets.push(name, word, ...(await giveWaysIn(address, cookie, provider)))
    /** The ids whose keys are tried: of invitations, of the accounts of `people`, and of messages to the operator. */
    const all = [waiting.id, ...people.flatMap(({ id, invitation }) => [id, invitation])]
    const wrappedOf = async (id: string) => {
      const pool = createPool(postgresUrl(join(app.dataDir, 'postgres')), { log: quiet })
      const { rows } = await pool.query<{ key: Buffer | null }>(
        'SELECT wrapped_data_key AS key FROM identity.users WHERE id = $1',
        [id],
      )
      await pool.end()
      return rows[0]?.key ?? null
    }
    /** The ids whose keys an attacker can open in these files, with all keys on the disk and the ids known. */
    const opened = (contents: readonly Buffer[]) => {
      const master = masterKey({ dataDir: app.dataDir, fromEnvironment: undefined })
      const epochs = epochKeys(join(app.dataDir, 'keys'), master)
      const opensAs = (id: string, wrapped: Buffer): boolean => {
        try {
          const epoch = epochOf(wrapped)
          const key = epoch === null ? master : epochs.find(epoch)?.key
          return key !== undefined && unwrapDataKey(key, id, wrapped).length === 32
        } catch {
          return false
        }
      }
      const found = new Set<string>()
      const present = readdirSync(join(app.dataDir, 'keys')).flatMap(
        (name) => /^([0-9a-f]{32})\.epoch$/.exec(name)?.[1] ?? [],
      )
      for (const content of contents) {
        const places = present.flatMap((epoch) => placesOf(content, Buffer.from(epoch, 'hex'))).map((at) => at - 1)
        // A key that is wrapped by the master key alone has no mark but a first byte 1. So every such byte among the
        // 2,000 bytes from an id on is tried.
        for (const id of all)
          for (const at of placesOf(content, Buffer.from(id)))
            for (let near = at; near < at + 2_000; near++) if (content[near] === 1) places.push(near)
        for (const at of places)
          for (const length of WRAPPED)
            for (const id of all) if (opensAs(id, content.subarray(at, at + length))) found.add(id)
      }
      return found
    }
    const contentsOf = () => filesIn(app.dataDir).map((file) => readFileSync(file))
    const inClear = (contents: readonly (Buffer | string)[]) =>
      secrets.filter((secret) => contents.some((content) => content.includes(secret)))

    /**
     * The ids whose keys can still be opened. Each pass of the loop below closes an account and begins the next epoch,
     * which deletes the earlier keys. So the second account is closed in the second epoch.
     */
    const living = new Set(all)
    for (const leaver of [first, second]) {
      const itsKey = await wrappedOf(leaver.id)
      if (itsKey === null) throw new Error('There is no key')
      const [epochFile = ''] = readdirSync(join(app.dataDir, 'keys')).filter((file) => file.endsWith('.epoch'))
      secrets.push(readFileSync(join(app.dataDir, 'keys', epochFile), 'utf8').trim())
      const message = await writeToOperator(app)
      secrets.push(...message.words)
      all.push(message.id)
      living.add(message.id)
      const closed = await ask(app.address, 'DELETE', '/api/account', {
        headers: { cookie: leaver.cookie },
        body: { confirm: leaver.name, password: PASSWORD },
      })
      expect(closed.status, JSON.stringify(closed.body)).toBe(204)
      await eventually(async () => expect(await wrappedOf(leaver.id)).toBeNull())
      // Without a mail server the operator's log has the mailed links. These lines are not searched.
      const lines = app.launch.output().split('\n')
      const printed = lines.filter((line) => !line.includes('without SMTP_URL no mail is sent')).join('\n')
      expect(printed).toContain('"level"')
      await app.stop()
      // Proves that the search works: dead rows and the database's log still have the keys of the closed account, its
      // invitation and the message.
      expect(opened(contentsOf())).toEqual(living)

      const renewed = await operatorCommand('keys-cli.ts')({ DATA_DIR: app.dataDir }, 'renew')
      expect(renewed, renewed.text).toMatchObject({ code: 0 })
      for (const gone of [leaver.id, leaver.invitation, message.id]) living.delete(gone)
      const contents = contentsOf()
      // The files still have the wrapped key, but it cannot be opened.
      expect(contents.some((content) => content.includes(itsKey))).toBe(true)
      expect(opened(contents)).toEqual(living)
      expect(inClear([printed, ...contents])).toEqual([])
      const dumped = await dumpOf(app.dataDir)
      expect(inClear([dumped])).toEqual([])
      expect(opened([bytesIn(dumped)])).toEqual(living)
      await app.start()
    }
    const notes = await ask(app.address, 'GET', '/api/note/user', { headers: { cookie: stayer.cookie } })
    expect(JSON.stringify(notes.body)).toContain(stayer.word)
  },
  TRIES_KEYS_WITHIN_MS,
)

/** The dump with hexadecimal digits decoded to bytes. */
const bytesIn = (dump: string): Buffer => {
  const plain = dump.replaceAll(/\\x([0-9a-f]+)/g, (_, digits: string) => Buffer.from(digits, 'hex').toString('latin1'))
  return Buffer.from(plain, 'latin1')
}

const placesOf = (content: Buffer, wanted: Buffer): number[] => {
  const places: number[] = []
  for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) places.push(at)
  return places
}
