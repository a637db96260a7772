import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { openDoor } from '@pathlight/stores/door.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import { addressOf } from './address.ts'

/** The content encoding of an answer. identity: not compressed. */
export type Packing = 'br' | 'gzip' | 'identity'

/** The order in which we prefer encodings. It decides if a client accepts several equally, as browsers do. */
const PREFERRED = ['br', 'gzip', 'identity'] as const satisfies readonly Packing[]

/** The type of negotiator 1.0, because the published types describe 0.6. */
type Preferring = { encodings(available: string[], options?: { preferred: string[] }): string[] }

/** The best encoding for a client that sends this Accept-Encoding. */
export const packingFor = (accepted: string | undefined): Packing => {
  const client: Preferring = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const [chosen] = client.encodings([...PREFERRED], { preferred: [...PREFERRED] })
  return PREFERRED.find((one) => one === chosen) ?? 'identity'
}

/** Answers shorter than this, in bytes, fit into one packet and are not compressed. */
const WORTH_IT_BYTES = 1_024
/**
 * Answers up to this size, in bytes, are compressed on this thread in less than a millisecond. Another thread would
 * take longer on a busy machine.
 */
const AT_ONCE_BYTES = 32_768
const PACKABLE = /json|^text\/|xml/i
const MOST_WAITING = 100

/**
 * The size of zlib's output buffers, which count as memory in use. With buffers of 256 KB for answers of 12 kB, V8 runs
 * full garbage collections ten times as often as with 16 KB.
 */
const pieceFor = (size: number): number => Math.min(262_144, Math.max(16_384, size >> 2))

// Quality 4 with a window of 256 KB compresses as well as gzip's best level in half of the time, and takes far less
// memory than brotli's defaults.
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
 * Compresses answers. Small ones, such as most chapters, are compressed at once and never wait. Large ones are
 * compressed on another thread, one at a time and in fair shares between addresses, so that one client cannot take all
 * threads.
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
    // If too many answers wait, this answer is sent uncompressed.
    const packed =
      body.length <= AT_ONCE_BYTES
        ? atOnce(packing, body)
        : await admit(addressOf(request), () => aside(packing, body)).catch(() => null)
    if (packed === null) return payload
    reply.header('content-encoding', packing).header('content-length', packed.length)
    return packed
  })
}
