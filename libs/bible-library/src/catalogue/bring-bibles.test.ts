import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openForWriting } from '../schema.ts'
import { bringBibles } from './bring-bibles.ts'
import { serveCatalogue } from './test-catalogue.contract.ts'

it('says while it brings a text that the catalogue hangs, and after a while that it was not reached', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bringing-'))
  const library = join(folder, 'bibles.sqlite')
  openForWriting(library).close()
  const { address, close } = await serveCatalogue({}, () => true)
  try {
    const patience = {
      answerMs: 200,
      silentMs: 4_000,
      stallMs: 200,
      totalMs: 5_000,
      again: { retries: 2, minTimeout: 100, factor: 1_200, maxTimeout: 60_000 },
    }
    const bringing = bringBibles({ library, address, signal: new AbortController().signal, patience })
    const said: string[] = []
    const errand = bringing.bring('ONE', null, (sentence) => said.push(sentence))
    const { state, message } = await bringing.done(errand?.id ?? '')
    expect({ state, message, said }).toEqual({
      state: 'failed',
      message: `${address} cannot be reached (no answer within 0.2 s). Is this machine online, and the address right?`,
      said: [`${address} cannot be reached (no answer within 0.2 s). Trying again in 0.1 s ...`],
    })
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})
