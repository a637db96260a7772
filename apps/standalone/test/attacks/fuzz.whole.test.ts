import { join } from 'node:path'
import { LONGEST_HOLD_MS } from '@pathlight/http/admit.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { OIDC_CLIENT, startOidcProvider } from '@pathlight/testing/oidc-provider.ts'
import { inPieces } from '@pathlight/testing/pieces-of-work.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { expect, it } from 'vitest'
import { startInProcess } from '../app-under-test.contract.ts'
import { fuzz, fuzzOddly } from './fuzz.contract.ts'

/** The test run is short. `npm run fuzz` runs longer, with another seed each time. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 15)
/**
 * The limit of 50 ms (LONGEST_HOLD_MS) is for a fast machine, on which a fixed piece of work takes a millisecond. The
 * test counts in such pieces (`inPieces`), because they take longer on a slow machine. The factor 2 is for other
 * programs that use the processor's caches.
 */
const MOST_PIECES = 2 * LONGEST_HOLD_MS
/** The requests that held the event loop for too long, both in milliseconds and in pieces of work. */
const tooLong = <R extends { readonly heldMs: number }>(all: readonly R[]): readonly R[] =>
  all.filter(({ heldMs }) => heldMs > LONGEST_HOLD_MS && inPieces(heldMs) > MOST_PIECES)

/** The build of the web app, so that pages are found and rendered as in production. */
const BUILT_WEB = join(import.meta.dirname, '../../../web/dist')
const seed = Number(process.env.FUZZ_SEED ?? 1)

const provider = await startOidcProvider(() => ['http://localhost/api/auth/oidc/callback'])
atTheEnd(provider.stop)
const OIDC = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: OIDC_CLIENT.id, OIDC_CLIENT_SECRET: OIDC_CLIENT.secret }

it(`no request holds the event loop for more than ${MOST_PIECES} pieces of work, and none is answered by a 500 or by megabytes`, {
  timeout: (seconds + 240) * 1000,
}, async () => {
  const database = await freshDatabase()
  const running = await startInProcess({ DATABASE_URL: database.url, ...OIDC })
  try {
    const { slowest, wrong, sent } = await fuzz(running, { seconds, seed })
    const lines = slowest.slice(0, 10).map(({ route, heldMs, bytes, sent: { path, body } }) => {
      const what = `${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
      return `${heldMs.toFixed(1).padStart(7)} ms  ${String(bytes).padStart(8)} B  ${route}  ${what.slice(0, 90)}`
    })
    console.log([`${sent} requests, seed ${seed}; the slowest routes:`, ...lines].join('\n'))
    expect(wrong).toEqual([])
    expect(tooLong(slowest)).toEqual([])
  } finally {
    await running.stop()
    await database.drop()
  }
})

it(`no odd address, header or body without a length holds it for longer than ${MOST_PIECES} pieces of work, or is answered by a 500`, {
  timeout: (seconds + 240) * 1000,
}, async () => {
  const database = await freshDatabase()
  const { app, stop } = await startInProcess({ DATABASE_URL: database.url, ...OIDC }, BUILT_WEB)
  try {
    const { slowest, wrong, sent } = await fuzzOddly(app, { seconds, seed, longestMs: LONGEST_HOLD_MS })
    const lines = slowest.map(({ heldMs, family, method, path, status }) =>
      [`${heldMs.toFixed(1).padStart(7)} ms`, status, family, method, path].join('  '),
    )
    console.log([`${sent} odd requests, seed ${seed}; the slowest:`, ...lines].join('\n'))
    expect(wrong).toEqual([])
    expect(tooLong(slowest)).toEqual([])
  } finally {
    await stop()
    await database.drop()
  }
})
