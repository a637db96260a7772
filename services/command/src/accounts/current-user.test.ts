import { describe, expect, it } from 'vitest'
import { commandUnderTest, openBrowser, signUpSomebody } from '../command-under-test.contract.ts'

describe('who is signed in', () => {
  const under = commandUnderTest()

  it('is the person of the session, and no one without a session', async () => {
    const ann = await signUpSomebody(under)
    expect((await ann.ask('GET', '/api/auth/')).body).toEqual({ id: ann.id, username: ann.username, email: ann.email })
    expect(await openBrowser(under).ask('GET', '/api/auth/')).toMatchObject({
      status: 401,
      body: { code: 'not_logged_in', errors: ['Unauthorized'] },
    })
  })
})
