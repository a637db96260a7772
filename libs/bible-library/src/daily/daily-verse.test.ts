import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ProviderFailure } from '../providers/provider.ts'
import type { RemoteService } from '../providers/remote-service.ts'
import { libraryOf } from '../search/library-of.contract.ts'
import { dailyVerses } from './daily-verse.ts'

const { library, close } = libraryOf({
  EN: { language: 'en', verses: { 43011035: 'Jesus wept.', 19023001: 'The LORD is my shepherd.' } },
  // An edition that omits John 11:35 has an empty text for it.
  BARE: { language: 'de', verses: { 43011035: '', 19023001: 'Der HERR ist mein Hirte.' } },
  // The Vulgate's Psalm 22 is Psalm 23 of the standard numbering. This edition joins its first two verses.
  VUL: { language: 'la', versification: 'vul', verses: { 19022001: 'Dominus regit me.' }, through: { 19022001: 2 } },
  KO: { language: 'ko', verses: { 43011035: '예수께서 눈물을 흘리시더라' } },
})
afterAll(close)

const OURS = { book: 'Psalms', chapter: 23, verse: 1, endChapter: 23, endVerse: 1 }
const DAY = Date.UTC(2026, 0, 31, 12)
const DATE = '2026-01-31'
const naming = (reference: string) => JSON.stringify({ verse: { details: { reference } } })

/** A remote service that answers by `get` and counts its calls. */
const remote = (get: RemoteService['get']): RemoteService & { calls: number } => {
  const service = {
    name: 'daily verse service',
    calls: 0,
    get: (path: string, parameters: Readonly<Record<string, string>>) => {
      service.calls++
      return get(path, parameters)
    },
  }
  return service
}

const dailyWith = (service: ReturnType<typeof remote> | null) =>
  dailyVerses(
    library,
    () => OURS,
    service,
    () => DAY,
  )

describe('the daily verse', () => {
  it('is our own for a day that is not today, without a call', async () => {
    const service = remote(async () => ({ status: 200, body: naming('John 11:35') }))
    const daily = dailyWith(service)
    expect(await daily.on('2026-01-30', {})).toMatchObject({ source: 'list', reference: 'Psalm 23:1', version: 'EN' })
    expect(service.calls).toBe(0)
  })

  it('is read in the language asked for when the version is not here', async () => {
    const service = remote(async () => ({ status: 200, body: naming('John 11:35') }))
    const daily = dailyWith(service)
    const korean = await daily.on(DATE, { version: 'KRV', language: 'ko' })
    expect(korean).toMatchObject({ version: 'KO', reference: '요한복음 11:35', text: '예수께서 눈물을 흘리시더라' })
  })

  it('is our own where the chosen version has no word of the remote one', async () => {
    const service = remote(async () => ({ status: 200, body: naming('John 11:35') }))
    const daily = dailyWith(service)
    expect(await daily.on(DATE, { version: 'BARE' })).toMatchObject({
      source: 'list',
      text: 'Der HERR ist mein Hirte.',
    })
  })

  it('has the numbers under which its version has the words', async () => {
    expect(await dailyWith(null).on(DATE, { version: 'VUL' })).toMatchObject({
      ...{ version: 'VUL', reference: 'Psalm 22:1–2', text: 'Dominus regit me.' },
      ...{ book: 'Psalms', chapter: 22, verse: 1, endChapter: 22, endVerse: 2 },
    })
  })

  it('is read in another version where the chosen one has not the book, as a New Testament has no Psalms', async () => {
    const daily = dailyWith(null)
    expect(await daily.on(DATE, { version: 'KO' })).toMatchObject({ version: 'EN', text: 'The LORD is my shepherd.' })
  })

  it('is our own where the chosen version has not the remote one', async () => {
    const service = remote(async () => ({ status: 200, body: naming('Genesis 1:1') }))
    const daily = dailyWith(service)
    expect(await daily.on(DATE, {})).toMatchObject({ source: 'list', text: 'The LORD is my shepherd.' })
  })

  it('takes no long passage, no chapter and no two for a verse', async () => {
    for (const reference of ['Psalm 119', 'John 3:1-30', 'Genesis 1:1-2:3', 'nowhere 1:1']) {
      const service = remote(async () => ({ status: 200, body: naming(reference) }))
      const daily = dailyWith(service)
      expect(await daily.on(DATE, {})).toMatchObject({ source: 'list' })
    }
  })

  it('is asked for again ten minutes after a failure, not before', async () => {
    let time = DAY
    const service = remote(async () => {
      throw new ProviderFailure('unreachable', 'down')
    })
    const daily = dailyVerses(
      library,
      () => OURS,
      service,
      () => time,
    )
    for (let i = 0; i < 3; i++) expect(await daily.on(DATE, {})).toMatchObject({ source: 'list' })
    expect(service.calls).toBe(1)
    time += 10 * 60_000
    await daily.on(DATE, {})
    expect(service.calls).toBe(2)
  })

  it('keeps only the first waiting, and shows a late answer to those who come later', async () => {
    let answer: (value: { status: number; body: string }) => void = () => {}
    const service = remote(() => new Promise((resolve) => (answer = resolve)))
    const daily = dailyWith(service)
    expect(await daily.on(DATE, {})).toMatchObject({ source: 'list' })
    // The timers stand still, so a call that waited would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await daily.on(DATE, {})).toMatchObject({ source: 'list' })
    vi.useRealTimers()
    answer({ status: 200, body: naming('John 11:35') })
    await expect.poll(() => daily.on(DATE, {})).toMatchObject({ source: 'ourmanna', text: 'Jesus wept.' })
    expect(service.calls).toBe(1)
  })

  it('is none where there is no text at all', async () => {
    const empty = libraryOf({ NONE: { language: 'en', verses: {} } })
    const daily = dailyVerses(
      empty.library,
      () => OURS,
      null,
      () => DAY,
    )
    expect(await daily.on(DATE, {})).toBeNull()
    empty.close()
  })
})
