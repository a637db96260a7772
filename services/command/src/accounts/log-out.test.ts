import { describe, expect, it } from 'vitest'
import { commandUnderTest, openBrowser, signUpSomebody } from '../command-under-test.contract.ts'

describe('logging out', () => {
  const under = commandUnderTest()

  it('ends the session and leaves the device', async () => {
    const ann = await signUpSomebody(under)
    const [session, device] = ['pathlight_session', 'pathlight_device'].map((name) => ann.cookies.get(name))
    const left = await ann.ask('GET', '/api/auth/logout')
    expect(left.status).toBe(200)
    // This header makes the browser drop the answers that it cached for the person.
    expect(left.headers['clear-site-data']).toBe('"cache"')
    expect(ann.cookies.has('pathlight_session')).toBe(false)
    expect(ann.cookies.get('pathlight_device')).toBe(device)
    ann.cookies.set('pathlight_session', session ?? '')
    expect((await ann.ask('GET', '/api/auth/')).status).toBe(401)
  })

  it('is harmless for a person who is not signed in', async () => {
    expect((await openBrowser(under).ask('GET', '/api/auth/logout')).status).toBe(200)
  })
})
