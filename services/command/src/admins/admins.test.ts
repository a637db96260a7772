import { adminStream } from '@pathlight/domain/admins/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, signUpSomebody } from '../command-under-test.contract.ts'
import { openAdmins } from './admins.ts'

describe('admins', () => {
  const under = commandUnderTest()
  const admins = (...emails: string[]) => openAdmins({ ...under, emails })
  const events = async (id: string) =>
    (await eventsIn(under, adminStream(id))).map(({ type, data, metadata }) => [type, data.by, metadata.actorId])
  const somebody = () => signUpSomebody(under)
  const verify = async (id: string) =>
    under.identity.useEmailLink((await under.identity.startEmailLink(id, 'verify-email'))?.token ?? '')

  it('are made and unmade by the operator, each time as an event, once', async () => {
    const { id } = await somebody()
    expect(await admins().isAdmin(id)).toBe(false)
    expect([await admins().grant(id), await admins().grant(id)]).toEqual([true, true])
    expect(await admins().isAdmin(id)).toBe(true)
    expect([await admins().revoke(id), await admins().revoke(id)]).toEqual([true, true])
    expect(await admins().isAdmin(id)).toBe(false)
    expect(await events(id)).toEqual([
      ['AdminGranted', 'operator', 'operator'],
      ['AdminRevoked', 'operator', 'operator'],
    ])
  })
  it('are people with an account', async () => {
    const stranger = crypto.randomUUID()
    expect([await admins().grant(stranger), await admins().revoke(stranger)]).toEqual([false, false])
    expect(await admins().isAdmin(stranger)).toBe(false)
    expect(await events(stranger)).toEqual([])
  })
  it('are finished where a grant was cut off behind its event', async () => {
    const { id } = await somebody()
    await admins().grant(id)
    await under.identity.setAdmin(id, null)
    expect(await admins().isAdmin(id)).toBe(false)
    expect(await admins().grant(id)).toBe(true)
    expect(await admins().isAdmin(id)).toBe(true)
    expect(await events(id)).toHaveLength(1)
  })
  it('are named by ADMIN_EMAILS once their address is verified, for as long as they are named', async () => {
    const { id, email, ask } = await somebody()
    const named = admins(email.toUpperCase())
    expect(await named.isAdmin(id)).toBe(false)
    await verify(id)
    expect(await named.isAdmin(id)).toBe(true)
    expect((await named.all()).map(({ user }) => user.id)).toContain(id)
    expect(await named.revoke(id)).toBe('by settings')
    expect(await named.isAdmin(id)).toBe(true)
    expect((await ask('GET', '/api/auth/')).status).toBe(200)
    expect(await admins().isAdmin(id)).toBe(false)
    expect((await admins().all()).map(({ user }) => user.id)).not.toContain(id)
    expect(await events(id)).toEqual([
      ['AdminGranted', 'settings', 'settings'],
      ['AdminRevoked', 'settings', 'settings'],
    ])
  })
  it('are in the list of all as soon as ADMIN_EMAILS names them, whether they came by since or not', async () => {
    const { id, email } = await somebody()
    const listed = async () =>
      (await admins(email.toUpperCase(), 'nobody@example.org').all()).map(({ user }) => user.id)
    expect(await listed()).not.toContain(id)
    await verify(id)
    expect(await listed()).toContain(id)
    expect(await events(id)).toEqual([['AdminGranted', 'settings', 'settings']])
  })
  it('stay what the operator made them, whatever ADMIN_EMAILS says', async () => {
    const { id, email } = await somebody()
    await verify(id)
    await admins().grant(id)
    expect([await admins(email).isAdmin(id), await admins().isAdmin(id)]).toEqual([true, true])
    expect(await events(id)).toHaveLength(1)
  })
  it('are told so where they ask who is signed in, and no other person is told anything', async () => {
    const [ann, bob] = [await somebody(), await somebody()]
    await admins().grant(ann.id)
    const who = async ({ ask }: typeof ann) => (await ask('GET', '/api/auth/')).body
    expect(await who(ann)).toEqual({ id: ann.id, username: ann.username, email: ann.email, admin: true })
    expect(await who(bob)).toEqual({ id: bob.id, username: bob.username, email: bob.email })
    await admins().revoke(ann.id)
    expect(await who(ann)).not.toHaveProperty('admin')
  })
})
