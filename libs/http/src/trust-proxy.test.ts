import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { fastifyTrust, readTrustedProxies } from './trust-proxy.ts'

describe('the proxies that are believed', () => {
  it.each([
    ['false', false],
    ['0', false],
    ['true', 1],
    ['1', 1],
    ['3', 3],
    ['loopback', ['loopback']],
    ['127.0.0.1, 10.0.0.0/8,fd00::/8', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
    ['yes', null],
    ['', null],
    ['11', null],
    ['-1', null],
    ['10.0.0.0/33', null],
    ['10.0.0.0/8/8', null],
    ['10.0.0.0/8,', null],
    ['proxy.example.org', null],
  ])('by %s are %j', (text, trusted) => {
    expect(readTrustedProxies(text)).toEqual(trusted)
  })

  it.each([
    ['false', '10.1.1.1', '10.1.1.1'],
    ['true', '10.1.1.1', '198.51.100.2'],
    ['2', '10.1.1.1', '203.0.113.9'],
    ['10.0.0.0/8', '10.1.1.1', '198.51.100.2'],
    ['10.0.0.0/8, 198.51.100.0/24', '10.1.1.1', '203.0.113.9'],
    ['192.168.0.0/16', '10.1.1.1', '10.1.1.1'],
  ])('%s: a request from %s is counted for %s', async (text, from, counted) => {
    const app = fastify({ trustProxy: fastifyTrust(readTrustedProxies(text) ?? false) })
    app.get('/', async ({ ip }) => ip)
    const headers = { 'x-forwarded-for': 'made-up, 203.0.113.9, 198.51.100.2' }
    expect((await app.inject({ url: '/', remoteAddress: from, headers })).body).toBe(counted)
    await app.close()
  })
})
