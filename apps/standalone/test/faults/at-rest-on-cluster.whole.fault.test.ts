import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMongoClient } from '@pathlight/engine-cluster/mongodb/client.ts'
import { epochOf, unwrapDataKey } from '@pathlight/identity/data-key.ts'
import { epochKeys } from '@pathlight/identity/epoch-keys.ts'
import { masterKey } from '@pathlight/identity/master-key.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { OIDC_CLIENT, startOidcProvider } from '@pathlight/testing/oidc-provider.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { expect, it } from 'vitest'
import { LISTS } from '../kinds/tested-kinds.contract.ts'
import { canary, giveWaysIn, PASSWORD, shortCanary, writeToOperator } from './at-rest.contract.ts'
import { operatorCommand } from './operator-command.contract.ts'

const contentsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))

/** The record of an account or an invitation in MongoDB. */
type WithKey = { readonly _id: string; readonly wrappedDataKey: { value(): Uint8Array } | null }

// The test reads all files of the stores' folders, including replaced and removed data that has not been overwritten.
// The oplog of a real MongoDB would have the wrapped key of a closed account for a while. The test's MongoDB has no
// oplog, so the test itself keeps the wrapped keys from before the closing. A wrapped key can be opened only with the
// key of its epoch. `keys renew` begins the next epoch and deletes the keys of the earlier ones.
it('of what people wrote on the cluster no file of the stores has a word, and nothing opens a closed account after the next epoch', async ({
  skip,
}) => {
  const stores = await startClusterStores()
  if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
  const { environment, eventStore, mongo, redis } = stores
  let address = ''
  const provider = await startOidcProvider(() => [`${address}/api/auth/oidc/callback`])
  atTheEnd(provider.stop)
  const [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET] = [provider.issuer, OIDC_CLIENT.id, OIDC_CLIENT.secret]
  const app = await startApp({ environment: { ...environment, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } })
  address = app.address
  const client = createMongoClient(mongo.url)
  const person = async () => {
    const name = shortCanary()
    const { id, cookie } = await signUpOver(address, name)
    const write = async (path: string, body: object) => {
      const answer = await ask(address, 'POST', path, { headers: { cookie }, body })
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201)
      return answer.body
    }
    const [text, title, tag, sharer] = [canary(), canary(), canary(), canary()]
    const note = await write('/api/note/', { verse_id: 43_003_016, text, title, tags: [tag], version: 'KJV' })
    const pad = { title: canary(), heading: canary(), text: canary() }
    const entries = [
      { type: 'heading', text: pad.heading },
      { type: 'text', text: pad.text },
    ]
    await write('/api/pad/', { title: pad.title, entries })
    const sermon = { title: canary(), speaker: canary(), content: canary() }
    const range = { startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_018 }
    await write('/api/sermon/', {
      book: 'John',
      version: 'KJV',
      ...range,
      ...sermon,
      content: `<p>${sermon.content}</p>`,
    })
    const words = [text, title, tag, ...Object.values(pad), ...Object.values(sermon)]
    await eventually(async () => {
      const listed = await Promise.all(LISTS.map((list) => ask(address, 'GET', list, { headers: { cookie } })))
      const shown = JSON.stringify(listed.map(({ body }) => body))
      for (const word of words) expect(shown).toContain(word)
    })
    const sharing = { kind: 'note', id: (note as { id: string }).id, until: null, name: sharer }
    const shared = await ask(address, 'POST', '/api/share', { headers: { cookie }, body: sharing })
    const link = shared.body as { id: string; key: string }
    const opened = await ask(address, 'POST', `/api/shared/${link.id}`, { body: { key: link.key } })
    expect(JSON.stringify(opened.body)).toContain(text)
    const waysIn = await giveWaysIn(address, cookie, provider)
    return { id, cookie, name, secrets: [name, ...words, sharer, link.key, ...waysIn] }
  }
  const [first, second, stayer] = [await person(), await person(), await person()]
  const people = [first, second, stayer]
  const message = await writeToOperator(app)
  const operator = { ...environment, DATA_DIR: app.dataDir }
  const granted = await operatorCommand('admin-cli.ts')(operator, 'grant', `${stayer.name}@example.org`)
  expect(granted, granted.text).toMatchObject({ code: 0 })
  /** Invites the address of a person who has an account already. Answers the invitation's id. */
  const invite = async (name: string): Promise<string> => {
    const invited = await ask(address, 'POST', '/api/admin/invitations', {
      headers: { cookie: stayer.cookie },
      body: { email: `${name}@example.org`, until: new Date(Date.now() + 86_400_000).toISOString() },
    })
    expect(invited.status, JSON.stringify(invited.body)).toBe(201)
    return (invited.body as { id: string }).id
  }
  const { databases } = await client.db('admin').admin().listDatabases()
  /** The wrapped key of an account or an invitation, in any database; null: the record or its key is gone. */
  const wrappedOf = async (id: string) => {
    for (const { name } of databases)
      for (const kind of ['identity_users', 'identity_invitations']) {
        const found = await client.db(name).collection<WithKey>(kind).findOne({ _id: id })
        if (found !== null) return found.wrappedDataKey?.value() ?? null
      }
    return null
  }
  /** The ids whose wrapped keys can be opened, with the master key and the epoch keys on the disk. */
  const opened = (known: readonly { id: string; wrapped: Uint8Array | null }[]) => {
    const master = masterKey({ dataDir: app.dataDir, fromEnvironment: undefined })
    const epochs = epochKeys(join(app.dataDir, 'keys'), master)
    return known.flatMap(({ id, wrapped }) => {
      const epoch = wrapped && epochOf(wrapped)
      const key = epoch ? epochs.find(epoch)?.key : undefined
      return wrapped && key && unwrapDataKey(key, id, wrapped).length === 32 ? [id] : []
    })
  }
  const files = () => [eventStore.data, mongo.data, redis.data].flatMap(contentsOf)
  const inClear = () => {
    const contents = files()
    const secrets = [...message.words, ...people.flatMap((one) => one.secrets)]
    return secrets.filter((secret) => contents.some((one) => one.includes(secret)))
  }
  // Proves that the searched files contain the accounts.
  expect(files().some((content) => content.includes(first.id))).toBe(true)
  expect(inClear()).toEqual([])

  // Each pass closes an account and begins the next epoch. So the second account is closed in the second epoch.
  for (const { id, name, cookie } of [first, second]) {
    const invitation = await invite(name)
    const ids = [id, invitation, stayer.id]
    const oplog = await Promise.all(ids.map(async (one) => ({ id: one, wrapped: await wrappedOf(one) })))
    expect(opened(oplog)).toEqual(ids)
    const closing = { headers: { cookie }, body: { confirm: name, password: PASSWORD } }
    expect((await ask(address, 'DELETE', '/api/account', closing)).status).toBe(204)
    await eventually(async () => expect(await wrappedOf(id)).toBe(null))
    await eventually(async () => expect(await wrappedOf(invitation)).toBe(null))
    const renewed = await operatorCommand('keys-cli.ts')(operator, 'renew')
    expect(renewed, renewed.text).toMatchObject({ code: 0 })
    expect(opened(oplog)).toEqual([])
    expect(opened([{ id: stayer.id, wrapped: await wrappedOf(stayer.id) }])).toEqual([stayer.id])
    expect(inClear()).toEqual([])
  }
  await client.close()
})
