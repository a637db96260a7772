import { settingsStream } from '@pathlight/domain/settings/events.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandUnderTest, eventsIn, signUpSomebody } from '../command-under-test.contract.ts'

describe('changing one’s settings', () => {
  const under = commandUnderTest()
  const chosen = async () => {
    const ann = await signUpSomebody(under)
    const put = (body: object) => ann.ask('PUT', '/api/users/settings', body)
    return { put, events: () => eventsIn(under, settingsStream(ann.id)) }
  }

  it('keeps what is not named, and says nothing of what was never chosen', async () => {
    const { put, events } = await chosen()
    expect((await put({ highlightColor: '#FFFF00' })).body).toEqual({
      settings: {
        highlightColor: '#ffff00',
        defaultVersion: 'ESV',
        defaultLanguage: 'en',
        theme: 'system',
        copyStyle: { reference: 'after', quotes: 'none', numbers: true, version: true },
      },
      unset: ['defaultVersion', 'defaultLanguage', 'theme', 'copyStyle'],
    })
    const copyStyle = { reference: 'only', quotes: 'corner', numbers: false, version: false }
    const { body, headers } = await put({ defaultVersion: 'niv', defaultLanguage: 'ko', theme: 'dark', copyStyle })
    expect(body).toEqual({
      settings: { highlightColor: '#ffff00', defaultVersion: 'NIV', defaultLanguage: 'ko', theme: 'dark', copyStyle },
      unset: [],
    })
    const [, last] = await events()
    expect(headers['x-position']).toBe(String(last?.metadata.globalPosition))
  })

  it('has mails written in the language that was chosen, and leaves it where none is named', async () => {
    const ann = await signUpSomebody(under)
    const language = async () => (await under.identity.findUser(ann.id))?.language
    expect(await language()).toBe('en')
    for (const [settings, then] of [
      [{ theme: 'dark' }, 'en'],
      [{ defaultLanguage: 'ko' }, 'ko'],
      [{ highlightColor: '#ffff00' }, 'ko'],
      [{ settings: { defaultLanguage: 'en' } }, 'en'],
    ] as const) {
      expect((await ann.ask('PUT', '/api/users/settings', settings)).status).toBe(200)
      expect(await language()).toBe(then)
    }
  })

  it('has mails written in the language of settings that were restored', async () => {
    const ann = await signUpSomebody(under)
    for (const defaultLanguage of ['ko', 'en']) await ann.ask('PUT', '/api/users/settings', { defaultLanguage })
    const restored = await ann.ask('POST', '/api/history/settings/me/restore', { revision: 1 })
    expect(restored).toMatchObject({ status: 200, body: { settings: { defaultLanguage: 'ko' } } })
    expect(await under.identity.findUser(ann.id)).toMatchObject({ language: 'ko' })
  })

  it('takes what it answered', async () => {
    const { put } = await chosen()
    const answered = { settings: { defaultVersion: 'NIV', defaultLanguage: 'en' } }
    expect((await put(answered)).body).toMatchObject(answered)
  })

  it('takes the chosen version again when the server no longer knows it', async () => {
    const { put } = await chosen()
    await put({ defaultVersion: 'NIV' })
    under.versions = ['KJV']
    onTestFinished(() => {
      under.versions = ['KJV', 'NIV']
    })
    expect(await put({ defaultVersion: 'niv', theme: 'dark' })).toMatchObject({ status: 200 })
  })

  it('writes nothing where all is so already', async () => {
    const { put, events } = await chosen()
    for (const _ of [1, 2]) expect((await put({ defaultLanguage: 'en' })).status).toBe(200)
    expect((await put({})).status).toBe(200)
    expect(await events()).toHaveLength(1)
  })

  it.each([
    ['an unknown version', { defaultVersion: 'XYZ' }],
    ['a language there is not', { defaultLanguage: 'fr' }],
    ['a theme there is not', { theme: 'neon' }],
    ['a style of copies that there is not', { copyStyle: { reference: 'above' } }],
    ['what is no colour', { highlightColor: '#12345' }],
    ['settings that are none', { settings: 'NIV' }],
    ['what is no colour, as it is answered', { settings: { highlightColor: '#12345' } }],
  ])('refuses %s with a reason in `error`, as the specification has it', async (_what, body) => {
    const { put, events } = await chosen()
    expect(await put(body)).toMatchObject({ status: 400, body: { error: expect.any(String) } })
    expect(await events()).toEqual([])
  })
})
