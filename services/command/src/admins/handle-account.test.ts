import { standingStream } from '@pathlight/domain/standing/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, PASSWORD, signUpSomebody } from '../command-under-test.contract.ts'
import { openAdmins } from './admins.ts'

describe('a lock', () => {
  const under = commandUnderTest()

  it('is not put on again by a repeat that comes after it was taken off', async () => {
    const [admin, person] = [await signUpSomebody(under), await signUpSomebody(under)]
    await openAdmins({ ...under, emails: [] }).grant(admin.id)
    const act = (name: 'lock' | 'unlock', headers: Readonly<Record<string, string>>) =>
      admin.ask('POST', `/api/admin/people/${person.id}/acts`, { act: name, reason: 'They asked for it.' }, headers)
    const isLocked = async () => (await under.identity.findUser(person.id))?.locked
    const first = keyed()
    expect(await act('lock', first)).toMatchObject({ status: 200, body: { locked: { reason: 'They asked for it.' } } })
    expect(await isLocked()).toBe(true)
    expect((await act('unlock', keyed())).status).toBe(200)
    // The client lost the answer, so the client sends the request once more.
    expect(await act('lock', first)).toMatchObject({ status: 200, body: { locked: { reason: 'They asked for it.' } } })
    expect((await eventsIn(under, standingStream(person.id))).map(({ data }) => data.act)).toEqual(['lock', 'unlock'])
    expect((await person.ask('GET', '/api/account')).body.locked).toBeNull()
    expect(await isLocked()).toBe(false)
  })
})

describe('sessions that an admin ends', () => {
  const under = commandUnderTest()

  it('are ended by an event each time, also under a key that was used before', async () => {
    const [admin, person] = [await signUpSomebody(under), await signUpSomebody(under)]
    await openAdmins({ ...under, emails: [] }).grant(admin.id)
    const key = keyed()
    const body = { act: 'end-sessions', reason: 'They lost a phone.' }
    for (const _again of [1, 2]) {
      expect((await admin.ask('POST', `/api/admin/people/${person.id}/acts`, body, key)).status).toBe(200)
      expect((await person.ask('GET', '/api/auth/')).status).toBe(401)
      await person.ask('POST', '/api/auth/login', { email: person.email, password: PASSWORD })
    }
    expect(await eventsIn(under, standingStream(person.id))).toHaveLength(2)
  })
})
