import type { Readable } from 'node:stream'
import { setImmediate as soon } from 'node:timers/promises'
import { hasPiledMarksWithin, PILED_MARKS } from '@pathlight/contracts/piled-marks-rules.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { isStorableText } from '@pathlight/stores/storable-text.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { busyWithYours } from './admit.ts'
import { DEEPEST, oddShape } from './json-shape.ts'
import { HttpProblem } from './problem.ts'

/** Of all bodies that are on their way, and of those of one address: bytes that are kept until the rest is there. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_BYTES_OF_AN_ADDRESS = 16 * 1024 * 1024
/** The connection of a body that is too long by far ends this long after it is refused. */
const END_REFUSED_AFTER_MS = 500

const tooLarge = () => Object.assign(new Error('too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
const wrongLength = () => Object.assign(new Error('wrong length'), { code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' })

/**
 * Of a body that is refused as much is let by as its call would have taken: many clients read an answer when they have sent all. Of a
 * longer one no more is read. Its connection ends a little later, for else the answer could be lost with it.
 */
const letBy = ({ raw, routeOptions: { bodyLimit } }: FastifyRequest, payload: Readable): void => {
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size <= bodyLimit) return
    payload.off('data', count).pause()
    setTimeout(() => raw.destroy(), END_REFUSED_AFTER_MS).unref()
  }
  payload.on('data', count)
}

const refuseOddShape = (body: Buffer): void => {
  const odd = oddShape(body)
  if (odd === 'too_deep')
    throw new HttpProblem(400, 'too_deep', `This is nested too deep: at most ${DEEPEST} levels.`, {
      params: { max: DEEPEST },
    })
  if (odd) throw new HttpProblem(413, 'too_large', 'That is too much at once: it has too many parts.')
}

/** The only ways to write into JSON what cannot be stored: NUL, and halves of a character. UTF-8 has none of the latter. */
const MAY_NOT_BE_STORABLE = /\\u(?:0000|d[89a-f])/i

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.keys(value).every(isStorable) && Object.values(value).every(isStorable)
}

const notStorable = () => new HttpProblem(400, 'not_storable', 'The text contains characters that cannot be stored.')

/** Refuses NUL and lone surrogates in an address: no store keeps them as they are, so without this each route would have to think of them. */
export const refuseUnstorableAddress = async ({ params, query }: FastifyRequest): Promise<void> => {
  if (!isStorable(params) || !isStorable(query)) throw notStorable()
}

/**
 * JSON and nothing else. No body at all is none, whatever type it has: many clients name JSON on a DELETE, too. Its size,
 * depth and number of parts are known before it is parsed, whether or not its length is said. Its texts are such as every store keeps and
 * every browser shows.
 */
export const takeJsonOnly = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const held = new Map<string, number>()
  let heldInAll = 0
  const keep = (address: string, bytes: number) => {
    heldInAll += bytes
    const now = (held.get(address) ?? 0) + bytes
    if (now === 0) held.delete(address)
    else held.set(address, now)
    return now <= MOST_BYTES_OF_AN_ADDRESS && heldInAll <= MOST_BYTES
  }

  const read = (request: FastifyRequest, payload: Readable) =>
    new Promise<Buffer>((resolve, reject) => {
      const address = addressOf(request)
      const said = request.headers['content-length']
      const limit = request.routeOptions.bodyLimit
      const chunks: Buffer[] = []
      let size = 0
      const finish = (error: Error | null) => {
        payload.off('data', take).off('end', end).off('error', finish).off('close', close)
        keep(address, -size)
        if (error === null) return resolve(Buffer.concat(chunks))
        letBy(request, payload)
        reject(error)
      }
      const take = (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        const fits = keep(address, chunk.length)
        if (size > limit) finish(tooLarge())
        else if (!fits) finish(busyWithYours())
      }
      const end = () => finish(said !== undefined && Number(said) !== size ? wrongLength() : null)
      const close = () => finish(wrongLength())
      if (Number(said ?? 0) > limit) finish(tooLarge())
      else payload.on('data', take).once('end', end).once('error', finish).once('close', close)
    })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const reading = read(request, payload)
    const isHere = await Promise.race([reading.then(() => true), soon(false)])
    // What is still on its way takes no processor.
    const body = isHere ? await reading : await app.stepAside(request, reading)
    if (body.length === 0) return undefined
    const pause = pauses()
    refuseOddShape(body)
    await pause()
    const text = body.toString()
    const value = await new Promise<unknown>((resolve, reject) => {
      parse(request, text, (error, parsed) => (error === null ? resolve(parsed) : reject(error)))
    })
    if (MAY_NOT_BE_STORABLE.test(text) && !isStorable(value)) throw notStorable()
    if (hasPiledMarksWithin(value))
      throw new HttpProblem(400, PILED_MARKS.code, PILED_MARKS.message, { params: PILED_MARKS.params })
    await pause()
    return value
  })
}
