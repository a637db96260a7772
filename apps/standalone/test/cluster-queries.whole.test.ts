import { createMongoClient } from '@pathlight/engine-cluster/mongodb/client.ts'
import { type MongoCommand, overheardMongoDb } from '@pathlight/engine-cluster/mongodb/overheard-mongodb.contract.ts'
import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { eventually, reflecting } from '@pathlight/testing/eventually.ts'
import { expect, it, onTestFinished } from 'vitest'
import { makeAdmin, openBrowser, startInProcess } from './app-under-test.contract.ts'
import { LISTS } from './kinds/tested-kinds.contract.ts'

type Fields = Readonly<Record<string, unknown>>
/** A query or write that the app sent to MongoDB. */
type Asked = {
  readonly collection: string
  readonly filter: Fields
  readonly sort: readonly string[]
  readonly kind: 'find' | 'count' | 'write'
  readonly command: MongoCommand
}

/** The collections with so few documents that a query may read all of them. */
const READ_WHOLE = new Set(['progress', 'checkpoints', 'identity_master_key'])

/** The filter of a count of all documents of a read model. */
const COUNT_ALL = JSON.stringify({ $and: [{ doc: { $exists: true } }] })

const askedIn = (command: MongoCommand): Asked[] => {
  const of = (collection: unknown, filter: unknown, more: Partial<Asked> = {}): Asked => {
    return {
      collection: String(collection),
      filter: (filter ?? {}) as Fields,
      sort: [],
      kind: 'write',
      command,
      ...more,
    }
  }
  if ('find' in command) {
    const sort = Object.keys((command.sort as Fields | undefined) ?? {})
    return [of(command.find, command.filter, { sort, kind: 'find' })]
  }
  if ('aggregate' in command) {
    const [match] = command.pipeline as { $match?: Fields }[]
    return [of(command.aggregate, match?.$match, { kind: 'count' })]
  }
  if ('findAndModify' in command) return [of(command.findAndModify, command.query)]
  const some = (command.updates ?? command.deletes ?? []) as { q: Fields }[]
  return some.map(({ q }) => of(command.update ?? command.delete, q))
}

/** The alternatives of a filter, each as a list of fields with their conditions. */
const alternatives = (filter: Fields): [string, unknown][][] => {
  let all: [string, unknown][][] = [[]]
  for (const [name, value] of Object.entries(filter)) {
    const parts =
      name === '$or'
        ? (value as Fields[]).flatMap(alternatives)
        : name === '$and'
          ? (value as Fields[]).reduce<[string, unknown][][]>(
              (found, one) => found.flatMap((before) => alternatives(one).map((after) => [...before, ...after])),
              [[]],
            )
          : [[[name, value] as [string, unknown]]]
    all = all.flatMap((before) => parts.map((after) => [...before, ...after]))
  }
  return all
}
const isRange = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => /^\$(gt|lt|ne|exists)/.test(key))

/** The reason why an alternative of the query has no index that answers it; null: each has one. */
const fault = ({ filter, sort, kind }: Asked, indexes: readonly (readonly string[])[]): string | null => {
  for (const asked of alternatives(filter)) {
    const equal = new Set(asked.filter(([, value]) => !isRange(value)).map(([name]) => name))
    const fields = new Set(asked.map(([name]) => name))
    if (equal.has('_id')) continue
    const serves = indexes.some((index) => {
      const first = index.findIndex((name) => !equal.has(name))
      const rest = first === -1 ? [] : index.slice(first)
      const wanted = sort.filter((name) => !equal.has(name))
      const begins = first !== 0 || fields.has(index[0] ?? '') || wanted.length > 0
      const isSorted = wanted.every((name, place) => rest[place] === name)
      return begins && isSorted && (kind !== 'count' || [...fields].every((name) => index.includes(name)))
    })
    if (!serves) return `${kind} by ${[...fields].join(', ')}, sorted by ${sort.join(', ') || 'nothing'}`
  }
  return null
}

/** The stages of a query plan, from MongoDB's explain. */
const stagesIn = (plan: unknown): string[] => {
  if (typeof plan !== 'object' || plan === null) return []
  if (Array.isArray(plan)) return plan.flatMap(stagesIn)
  const { stage, rejectedPlans, ...rest } = plan as { stage?: unknown; rejectedPlans?: unknown }
  return [...(typeof stage === 'string' ? [stage] : []), ...Object.values(rest).flatMap(stagesIn)]
}

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'what the app asks of MongoDB', (urls) => {
  const { name, environment } = ownCluster(urls)

  it('is answered from an index: no collection is looked through, nothing sorted in memory, no document read to be counted', async () => {
    const commands: MongoCommand[] = []
    const MONGODB_URL = await overheardMongoDb(environment.MONGODB_URL ?? '', (command) => commands.push(command))
    const running = await startInProcess({ ...environment, MONGODB_URL })
    onTestFinished(async () => void (await running.stop()))
    const { app, stores } = running
    const browser = openBrowser(app)
    const ok = async (...call: Parameters<typeof browser.ask>) => {
      const answer = await browser.ask(...call)
      expect(answer.status, `${call[0]} ${call[1]}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer
    }
    const person = { email: 'finder@example.org', password: 'Lamp4myfeet!' }
    await ok('POST', '/api/auth/signup', {
      body: { ...person, username: 'finder', confirm_password: person.password },
    })
    await ok('POST', '/api/auth/login', { body: { email: person.email, password: person.password } })
    await ok('POST', '/api/auth/forgot-password', { body: { email: person.email } })
    const note = await ok('POST', '/api/note/', { body: { verse_id: 43_003_016, text: 'Light', version: 'KJV' } })
    const sermon = await ok('POST', '/api/sermon/', {
      body: {
        title: 'Light',
        speaker: 'Somebody',
        version: 'KJV',
        book: 'John',
        startChapter: 3,
        startVerseId: 43_003_001,
        endChapter: 3,
        endVerseId: 43_003_021,
        content: 'Light',
      },
    })
    const sermonId = sermon.body.newSermon.id
    const position = String(sermon.headers['x-position'])
    const headers = { 'x-min-position': position }
    await eventually(async () =>
      expect((await browser.ask('GET', `/api/sermon/${sermonId}`, { headers })).status).toBe(200),
    )
    for (const path of [
      '/api/overlay?book=John&chapter=3',
      '/api/overlay?book=John&chapter=3&version=KJV',
      ...LISTS,
      '/api/note/user?query=light',
      '/api/note/user/chapter?book=John&chapter=3',
      `/api/note/detail/${note.body.id}`,
      '/api/highlight/chapter?book=John&chapter=3',
      '/api/highlight/verse?book=John&chapter=3&verseId=43003016',
      '/api/sermon/user?query=light',
      '/api/sermon/user/chapter?book=John&chapter=3',
      '/api/sermon/43003016',
      '/api/users/settings',
      '/api/resource-counts',
      '/api/writing?query=light',
    ])
      await ok('GET', path, { headers })
    const session = await stores.identity.findUserByEmail(person.email)
    if (session === null) throw new Error('no session is there')
    await makeAdmin(stores, session.id)
    const item = note.body.id
    const audited = await reflecting(sermon, (least) => ok('GET', `/api/admin/audit?item=${item}`, { headers: least }))
    const [{ device }] = audited.body.entries
    const alone = [
      'person=finder',
      'actor=finder',
      'kind=note',
      `item=${item}`,
      'action=added',
      `device=${device.id}`,
      'passage=John',
      'from=2026-01-01',
      'from=2026-01-01&to=2100-01-01',
      'person=finder&kind=note',
      'person=finder&kind=note&from=2026-01-01&to=2100-01-01',
      'person=finder&from=2026-01-01',
    ]
    const together = [
      'passage=John 3',
      'passage=John 3:16',
      'passage=John 3-4',
      'person=finder&action=added',
      'person=finder&passage=John 3',
      'person=finder&kind=note&action=added',
      'kind=note&action=added&to=2100-01-01',
      'passage=John 3&kind=note',
    ]
    for (const query of ['', ...alone, ...together]) await ok('GET', `/api/admin/audit?${query}`, { headers })
    // Only queries that one index answers are counted here. For the others, MongoDB reads the rows one by one, up to
    // MATCHES_MOST.
    for (const query of alone) await ok('GET', `/api/admin/audit/matches?${query}`, { headers })
    for (const path of [
      '/api/admin/audit.csv?person=finder',
      '/api/admin/counts',
      '/api/admin/people?name=fin',
      `/api/admin/people/${session.id}`,
      '/api/account/looks',
    ])
      await ok('GET', path, { headers })
    await stores.identity.devicesOf(session.id)
    const reset = await stores.identity.startPasswordReset(session.id)
    const from = { deviceToken: null, userAgent: null, address: '192.0.2.7' }
    await stores.identity.finishPasswordReset(reset?.token ?? '', 'Another1!pass', from, 'a key')
    await stores.identity.sweep()

    const client = createMongoClient(environment.MONGODB_URL ?? '')
    onTestFinished(() => client.close())
    const db = client.db(name)
    const isStandIn = 'ferretdbVersion' in (await db.command({ buildInfo: 1 }))
    const indexes = new Map<string, string[][]>()
    for (const { name: collection } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const all = await db.collection(collection).indexes()
      indexes.set(
        collection,
        all.map(({ key }) => Object.keys(key)),
      )
    }
    const faults = new Set<string>()
    const kinds = new Set<string>()
    const explained = new Set<string>()
    for (const asked of commands.flatMap(askedIn)) {
      const { collection, kind, command, filter, sort } = asked
      if (READ_WHOLE.has(collection) || !indexes.has(collection)) continue
      // The count of all changes may look at every row, because only admins ask for it, and it is cached for seconds.
      if (kind === 'count' && collection.startsWith('doc_audit') && JSON.stringify(filter) === COUNT_ALL) continue
      kinds.add(`${kind} ${collection}`)
      const why = fault(asked, indexes.get(collection) ?? [])
      if (why !== null) faults.add(`${collection}: ${why}`)
      const shape = JSON.stringify([
        collection,
        kind,
        alternatives(filter).map((one) => one.map(([field]) => field)),
        sort,
      ])
      if (isStandIn || kind === 'write' || explained.has(shape)) continue
      explained.add(shape)
      const { lsid: _l, $clusterTime: _c, $db: _d, $readPreference: _r, readConcern: _rc, ...plain } = command
      const stages = stagesIn(await db.command({ explain: plain, verbosity: 'queryPlanner' }))
      if (stages.length === 0) faults.add(`${collection}: no plan for ${shape}`)
      for (const bad of ['COLLSCAN', 'SORT', ...(kind === 'count' ? ['FETCH'] : [])])
        if (stages.includes(bad)) faults.add(`${collection}: ${bad} for ${shape}`)
    }
    expect([...faults]).toEqual([])
    const seen = [...kinds].map((one) => one.replace(/_\d+$/, ''))
    expect(seen).toEqual(
      expect.arrayContaining([
        'find doc_notes',
        'count doc_notes',
        'find doc_sermons',
        'find doc_sermon_outlines',
        'find doc_audit_rows',
        'count doc_audit_rows',
        'count identity_users',
        'find identity_sessions',
        'write identity_sessions',
        'find identity_addresses',
      ]),
    )
    // Every answer of this test fits into one batch, so no command fetches a second one.
    expect(commands.filter((command) => 'getMore' in command)).toEqual([])
  })
})
