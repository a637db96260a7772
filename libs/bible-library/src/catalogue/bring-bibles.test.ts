import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openForWriting } from '../schema.ts'
import { bringBibles } from './bring-bibles.ts'
import type { Errand } from './bring-process.ts'
import { serveCatalogue, titusOf, translationOf } from './test-catalogue.contract.ts'

it('says while it brings a text that the catalogue hangs, and after a while that it was not reached', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bringing-'))
  const library = join(folder, 'bibles.sqlite')
  openForWriting(library).close()
  const { address, close } = await serveCatalogue({}, () => true)
  try {
    const patience = {
      answerMs: 1_000,
      silentMs: 60_000,
      stallMs: 1_000,
      totalMs: 60_000,
      again: { retries: 2, minTimeout: 100, factor: 12_000, maxTimeout: 1_200_000 },
    }
    const bringing = bringBibles({ library, address, signal: new AbortController().signal, patience })
    const said: string[] = []
    const errand = bringing.bring('ONE', null, (sentence) => said.push(sentence))
    const { state, message } = await bringing.done(errand?.id ?? '')
    expect({ state, message, said }).toEqual({
      state: 'failed',
      message: `${address} cannot be reached (no answer within 1 s). Is this machine online, and the address right?`,
      said: [`${address} cannot be reached (no answer within 1 s). Trying again in 0.1 s ...`],
    })
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})

it('ends an errand that takes too long, and goes on with the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bringing-'))
  const library = join(folder, 'bibles.sqlite')
  openForWriting(library).close()
  const { address, close } = await serveCatalogue({}, () => true)
  try {
    const again = { retries: 0, minTimeout: 0, factor: 1, maxTimeout: 0 }
    const patience = { answerMs: 600_000, silentMs: 600_000, stallMs: 600_000, totalMs: 600_000, again }
    const signal = new AbortController().signal
    const bringing = bringBibles({ library, address, signal, patience, withinMs: 2_000 })
    const both = [bringing.bring('ONE'), bringing.bring('TWO')]
    for (const errand of both)
      expect(await bringing.done(errand?.id ?? '')).toMatchObject({
        state: 'failed',
        message: 'It took too long, and was ended.',
      })
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})

it('says of a text that some of its words of the original did not come', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bringing-'))
  const library = join(folder, 'bibles.sqlite')
  openForWriting(library).close()
  const link = '/api/ONE/TIT/1.words.json'
  const titus = titusOf('Paul, a servant of God.')
  const chapters = titus.chapters.map((one) => ({ ...one, thisChapterWordsLink: link }))
  const documents = {
    '/api/available_translations.json': { translations: [translationOf('ONE')] },
    '/api/ONE/complete.json': { translation: translationOf('ONE'), books: [{ ...titus, chapters }] },
  }
  const { address, close } = await serveCatalogue(
    documents,
    (request, response) => request.url === link && response.writeHead(503).end() === response,
  )
  try {
    const again = { retries: 0, minTimeout: 0, factor: 1, maxTimeout: 0 }
    const patience = { answerMs: 60_000, silentMs: 60_000, stallMs: 60_000, totalMs: 60_000, again }
    const bringing = bringBibles({ library, address, signal: new AbortController().signal, patience })
    expect(await bringing.done(bringing.bring('ONE')?.id ?? '')).toMatchObject({
      state: 'done',
      message: expect.stringMatching(/Some of the words of the original did not come\. An update tries again\.$/),
    })
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})

it('joins a removal to the one that waits, and a new wish for a text to none from before its removal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bringing-'))
  const library = join(folder, 'bibles.sqlite')
  openForWriting(library).close()
  const { address, close } = await serveCatalogue({}, () => true)
  const stopping = new AbortController()
  try {
    const again = { retries: 0, minTimeout: 0, factor: 1, maxTimeout: 0 }
    const patience = { answerMs: 600_000, silentMs: 600_000, stallMs: 600_000, totalMs: 600_000, again }
    const bringing = bringBibles({ library, address, signal: stopping.signal, patience })
    const first = bringing.bring('eng_net')
    expect(bringing.bring('ENG_NET')).toBe(first)
    const removing = bringing.remove('NET')
    expect(bringing.remove('net')).toBe(removing)
    expect(bringing.isRemoving('NET')).toBe(true)
    const second = bringing.bring('eng_net')
    expect(second?.id).not.toBe(first?.id)
    expect(bringing.bring('eng_net')).toBe(second)
    expect(bringing.isRemoving('NET')).toBe(false)
    const removingAgain = bringing.remove('NET')
    expect(removingAgain).not.toBe(removing)
    // An errand for another text changes nothing: the removal still comes after the second errand.
    expect(bringing.bring('two')?.id).toBe('3')
    expect(bringing.isRemoving('NET')).toBe(false)
    expect(bringing.isRemoving('NET', second?.id)).toBe(true)
    const third = bringing.bring('eng_net')
    expect(third?.id).toBe('4')
    const ends = Promise.allSettled([removing, removingAgain])
    stopping.abort()
    await ends
    await bringing.done(third?.id ?? '')
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})

it('ends without a word where the process that waits for the text has gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bringing-'))
  const library = join(folder, 'bibles.sqlite')
  openForWriting(library).close()
  const { address, close } = await serveCatalogue({}, () => true)
  try {
    // The errand waits for the catalogue much longer than this test runs.
    const again = { retries: 1, minTimeout: 60_000, factor: 1, maxTimeout: 60_000 }
    const patience = { answerMs: 200, silentMs: 600_000, stallMs: 200, totalMs: 600_000, again }
    const errand: Errand = { library, address, wanted: 'ONE', code: null, patience }
    const program = join(import.meta.dirname, 'bring-process.ts')
    const child = fork(program, [JSON.stringify(errand)], {
      silent: true,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const ended = once(child, 'exit')
    const printed = child.stderr === null ? '' : text(child.stderr)
    // The first message says that the call will be repeated.
    await once(child, 'message')
    child.disconnect()
    expect(await ended).toEqual([0, null])
    expect(await printed).toBe('')
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})
