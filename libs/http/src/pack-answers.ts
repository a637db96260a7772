import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { openDoor } from '@pathlight/stores/door.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import { addressOf } from './address.ts'

/** How an answer is packed; identity: not at all. */
export type Packing = 'br' | 'gzip' | 'identity'

/** The best first, for a client that takes several equally, as every browser does. */
const PREFERRED = ['br', 'gzip', 'identity'] as const satisfies readonly Packing[]

/** negotiator 1; its types are of 0.6. */
type Preferring = { encodings(available: string[], options?: { preferred: string[] }): string[] }

/** How an answer is packed for a client that sends this Accept-Encoding. */
export const packingFor = (accepted: string | undefined): Packing => {
  const client: Preferring = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const [chosen] = client.encodings([...PREFERRED], { preferred: [...PREFERRED] })
  return PREFERRED.find((one) => one === chosen) ?? 'identity'
}

/** Shorter ones fit into a packet. */
const WORTH_IT_BYTES = 1_024
/** These take less than a millisecond: less than going to another thread and coming back takes on a machine that has much to do. */
const AT_ONCE_BYTES = 32_768
const PACKABLE = /json|^text\/|xml/i
const MOST_WAITING = 100

/**
 * What is packed is written into pieces of so many bytes. Pieces of 256 KB for answers of 12 kB had V8 clear all of its memory ten times
 * as often as pieces of 16 KB, for they count as memory that is in use.
 */
const pieceFor = (size: number): number => Math.min(262_144, Math.max(16_384, size >> 2))

// 4 in a window of 256 KB: as small as gzip's best, in half of its time, and without brotli's usual megabytes for each answer.
const brotli = (size: number) => ({
  chunkSize: pieceFor(size),
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
})
const light = (size: number) => ({ level: 3, chunkSize: pieceFor(size) })

const atOnce = (packing: 'br' | 'gzip', body: Buffer): Buffer =>
  packing === 'br' ? brotliCompressSync(body, brotli(body.length)) : gzipSync(body, light(body.length))
const aside = (packing: 'br' | 'gzip', body: Buffer): Promise<Buffer> =>
  packing === 'br' ? promisify(brotliCompress)(body, brotli(body.length)) : promisify(gzip)(body, light(body.length))

/**
 * Packs answers: small ones on the spot, so that a chapter never waits; large ones on another thread, one at a time
 * and in turns between addresses, so that a client that asks for megabytes takes neither all threads nor all processors.
 */
export const packAnswers = (app: FastifyInstance): void => {
  const full = () => new StoreUnavailable('Packing (too many at once)')
  const { admit } = openDoor({ places: 1, mostWaiting: MOST_WAITING, full })

  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (payload.length < WORTH_IT_BYTES || reply.hasHeader('content-encoding')) return payload
    if (!PACKABLE.test(String(reply.getHeader('content-type') ?? ''))) return payload
    const vary = String(reply.getHeader('vary') ?? '')
    if (!/\baccept-encoding\b/i.test(vary))
      reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)
    const packing = packingFor(request.headers['accept-encoding'])
    if (packing === 'identity') return payload
    const body = Buffer.from(payload as string)
    // A request that is one too many gets its answer unpacked.
    const packed =
      body.length <= AT_ONCE_BYTES
        ? atOnce(packing, body)
        : await admit(addressOf(request), () => aside(packing, body)).catch(() => null)
    if (packed === null) return payload
    reply.header('content-encoding', packing).header('content-length', packed.length)
    return packed
  })
}
