import { eventually, reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, type Browser, makeAdmin, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'
import { LISTS } from '../kinds/tested-kinds.contract.ts'
import { type Person, routesOf } from './call.contract.ts'
import { CALLS } from './calls.contract.ts'

type Method = Parameters<Browser['ask']>[0]

/**
 * Each route answers each caller with the status in the route's row of CALLS. No caller changes the data of another
 * person, or sees them, except for what the row allows an admin.
 */
export const accessContract = (running: () => AppUnderTest): void => {
  describe('route by route', () => {
    it('there is a row for each, and for none that is not there', () => {
      const routes = routesOf(running().app).filter((route) => !route.startsWith('HEAD '))
      expect(
        routes.filter((route) => !(route in CALLS)),
        'add a row to calls.contract.ts, or to the table of its aggregate',
      ).toEqual([])
      expect(Object.keys(CALLS).filter((route) => !routes.includes(route))).toEqual([])
    })

    /** The owner's items, settings and account, as the owner's own calls answer them. */
    const everythingOf = async (owner: Person) => {
      const head = await running().stores.log.head()
      const asked = [...LISTS, '/api/users/settings', '/api/account'].map(async (list) => {
        const { status, body } = await reflecting(head, (headers) => owner.ask('GET', list, { headers }))
        return [list, { status, body }] as const
      })
      return Object.fromEntries(await Promise.all(asked))
    }

    /** The types of events about the owner that other people have written after the position `after`. */
    const writtenByOthers = async (owner: Person, after: bigint) => {
      const found: string[] = []
      for await (const { events } of running().stores.log.batches({ after, live: false }))
        for (const { type, metadata } of events)
          if (metadata.userId === owner.id && metadata.actorId !== owner.id) found.push(type)
      return found
    }

    const newAdmin = async () => {
      const admin = await signUpSomebody(running().app)
      await makeAdmin(running().stores, admin.id)
      return admin
    }
    /** Sign-up is slow. A person who only reads, or is refused, can be used for the next row as well. */
    const readers = new Map<'owner' | 'other' | 'admin', Person>()
    const reader = async (name: 'owner' | 'other' | 'admin') => {
      const known = readers.get(name)
      // A row may have logged this person out. Then a new person is needed.
      const one =
        known !== undefined && known.browser.cookie !== null
          ? known
          : await (name === 'admin' ? newAdmin() : signUpSomebody(running().app))
      readers.set(name, one)
      return one
    }

    it.for(Object.entries(CALLS))('%s', async ([route, call]) => {
      const { send, shows, anew, adminSees, adminWrites = [], isOpen, ...expected } = call
      const { app, stores } = running()
      const [method = '', address = ''] = route.split(' ')
      const reads = method === 'GET'
      const owner = await (isOpen && reads ? reader('owner') : signUpSomebody(app))
      const other = await (reads || expected.other >= 400 ? reader('other') : signUpSomebody(app))
      const admin = await (reads || expected.admin >= 400 ? reader('admin') : newAdmin())
      const secret = `secret ${crypto.randomUUID()}`
      const sent = await send(owner, secret)
      expect(sent.path).toMatch(new RegExp(`^${address.replaceAll(/:\w+/g, '[^/?]+')}/?(\\?|$)`))
      // A worker runs the import that has just begun. Its events must not be taken for events of a refused caller.
      if (running().hasManyProcesses && route === 'GET /api/import/:job')
        await eventually(async () => expect((await owner.ask('GET', sent.path)).body.status).toBe('done'))
      const written = await stores.log.head()
      const before = await everythingOf(owner)
      // If a call creates something, each caller sends a request with other words.
      const isNew = method === 'POST' && !address.includes('/:id')
      const makes = (isNew || anew === true) && expected.owner < 400
      const asks = async (who: Pick<Browser, 'ask'>, words: string) => {
        const { path, body, raw } = makes ? await send(owner, words) : sent
        return reads
          ? reflecting(written, (headers) => who.ask('GET', path, { headers }))
          : who.ask(method as Method, path, { ...(body && { body }), ...(raw && { raw }) })
      }

      for (const [name, who] of [
        ['anonymous', openBrowser(app)],
        ['other', other],
        ['admin', admin],
      ] as const) {
        const head = await stores.log.head()
        const { status, body } = await asks(who, `written by ${name}`)
        expect(status, name).toBe(expected[name])
        const seen = name === 'admin' ? adminSees : undefined
        const everything = [secret, owner.email, owner.id]
        const hidden = { words: [], account: [secret], names: [secret, owner.email], none: everything }[seen ?? 'none']
        for (const theirs of hidden) expect(JSON.stringify(body), name).not.toContain(theirs)
        if (status >= 400) expect(await stores.log.head(), `${name} wrote nothing`).toBe(head)
      }
      expect(await writtenByOthers(owner, written)).toEqual(adminWrites)
      // An admin may change the state of the account. Nobody else may change the person's data.
      const mayChange = adminWrites.some((type) => type !== 'AdminLooked') && { '/api/account': expect.anything() }
      expect(await everythingOf(owner)).toEqual({ ...before, ...mayChange })

      const answer = await asks(owner, secret)
      expect(answer.status, 'owner').toBe(expected.owner)
      if (shows) expect(JSON.stringify(answer.body)).toContain(secret)
      if (reads && expected.anonymous >= 400)
        expect(await app.inject({ method: 'HEAD', url: sent.path, remoteAddress: '192.0.2.7' }), 'HEAD').toMatchObject({
          statusCode: expected.anonymous,
        })
      // The imports of these people must end before the next row reads the log.
      if (running().hasManyProcesses && route === 'POST /api/import')
        for (const who of [owner, other, admin])
          await eventually(async () =>
            expect((await who.ask('GET', '/api/import')).body).toMatchObject({ import: { status: 'done' } }),
          )
    })
  })
}
