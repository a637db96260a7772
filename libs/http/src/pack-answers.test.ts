import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { packAnswers, packingFor } from './pack-answers.ts'

describe('how an answer is packed', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br ;q=0, gzip', 'gzip'],
    ['br ; q=0.000 , gzip ;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['identity, br;q=0.5', 'identity'],
    [';;,=,q', 'identity'],
  ])('for a client that takes %s is %s', (accepted, packing) => {
    expect(packingFor(accepted)).toBe(packing)
  })
})

it.each(['br', 'gzip'])('packing a small answer by %s takes little memory beside it', async (packing) => {
  const app = Fastify()
  packAnswers(app)
  const body = '길 '.repeat(3_000)
  app.get('/', async (_request, reply) => reply.type('text/plain').send(body))
  const ask = () => app.inject({ url: '/', headers: { 'accept-encoding': packing } })
  expect((await ask()).headers['content-encoding']).toBe(packing)
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 20; n += 1) await ask()
  // 20 buffers of 256 KB would add up to 5.2 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 100_000)
  await app.close()
})
