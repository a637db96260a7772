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

/** The most bytes of unfinished bodies in memory, of all clients together and of one address. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_BYTES_OF_AN_ADDRESS = 16 * 1024 * 1024
/** The time from the moment at which `drain` stops reading to the end of the connection, in milliseconds. */
const END_REFUSED_AFTER_MS = 500

const tooLarge = () => Object.assign(new Error('too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
const wrongLength = () => Object.assign(new Error('wrong length'), { code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' })

/**
 * Reads and drops the rest of a refused body, up to the route's limit, because many clients read the answer only after
 * sending everything. Beyond the limit it stops reading, and ends the connection a little later, so that the answer can
 * still arrive.
 */
const drain = ({ raw, routeOptions: { bodyLimit } }: FastifyRequest, payload: Readable): void => {
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

/**
 * The escapes of NUL and of surrogates. Only they put unstorable text into JSON, because JSON allows no bare NUL, and
 * decoded UTF-8 has no lone surrogates.
 */
const MAY_NOT_BE_STORABLE = /\\u(?:0000|d[89a-f])/i

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.keys(value).every(isStorable) && Object.values(value).every(isStorable)
}

const notStorable = () => new HttpProblem(400, 'not_storable', 'The text contains characters that cannot be stored.')

/** Refuses NUL and lone surrogates in the address of any route, because the stores cannot hold them. */
export const refuseUnstorableAddress = async ({ params, query }: FastifyRequest): Promise<void> => {
  if (!isStorable(params) || !isStorable(query)) throw notStorable()
}

/**
 * Accepts only JSON bodies. An empty body counts as no body, because many clients send the content type of JSON with a
 * DELETE. Before parsing, it checks size, depth and number of parts, with or without Content-Length. After parsing, it
 * checks that every store can hold the texts and that every browser can show them.
 */
export const takeJsonOnly = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const bytesByAddress = new Map<string, number>()
  let totalBytes = 0
  /** Adds to the bytes in memory; negative bytes are freed. Returns whether the limits still hold. */
  const reserve = (address: string, bytes: number) => {
    totalBytes += bytes
    const ofAddress = (bytesByAddress.get(address) ?? 0) + bytes
    if (ofAddress === 0) bytesByAddress.delete(address)
    else bytesByAddress.set(address, ofAddress)
    return ofAddress <= MOST_BYTES_OF_AN_ADDRESS && totalBytes <= MOST_BYTES
  }

  const read = (request: FastifyRequest, payload: Readable) =>
    new Promise<Buffer>((resolve, reject) => {
      const address = addressOf(request)
      const announced = request.headers['content-length']
      const limit = request.routeOptions.bodyLimit
      const chunks: Buffer[] = []
      let size = 0
      const finish = (error: Error | null) => {
        payload.off('data', onData).off('end', onEnd).off('error', finish).off('close', onClose)
        reserve(address, -size)
        if (error === null) return resolve(Buffer.concat(chunks))
        drain(request, payload)
        reject(error)
      }
      const onData = (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        const fits = reserve(address, chunk.length)
        if (size > limit) finish(tooLarge())
        else if (!fits) finish(busyWithYours())
      }
      const onEnd = () => finish(announced !== undefined && Number(announced) !== size ? wrongLength() : null)
      const onClose = () => finish(wrongLength())
      if (Number(announced ?? 0) > limit) finish(tooLarge())
      else payload.on('data', onData).once('end', onEnd).once('error', finish).once('close', onClose)
    })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const reading = read(request, payload)
    const isComplete = await Promise.race([reading.then(() => true), soon(false)])
    // Waiting for the network takes no processor time, so the request gives its place back until the body has arrived.
    const body = isComplete ? await reading : await app.stepAside(request, reading)
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
