import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { gatewayConfig, hasNginx, startGateway } from '@pathlight/testing/composed-cluster.ts'
import { freePort } from '@pathlight/testing/free-port.ts'
import { describe, expect, it } from 'vitest'

/**
 * The size of the answer to /api/bible/pack, in bytes. It does not fit into the kernel's buffers, so the gateway must
 * wait for a slow reader.
 */
const LARGE_BYTES = 64 * 1024 * 1024
const PART = Buffer.alloc(64 * 1024)

/** Answers in place of every service. */
const answer = async (asked: IncomingMessage, reply: ServerResponse): Promise<void> => {
  if (asked.url === '/api/health') return void reply.end()
  if (asked.url === '/api/bible/pack') {
    for (let sent = 0; sent < LARGE_BYTES; sent += PART.length) if (!reply.write(PART)) await once(reply, 'drain')
    return void reply.end()
  }
  // The answer begins as soon as the first bytes of the request's body arrive.
  let bytes = 0
  for await (const part of asked) {
    if (bytes === 0) reply.write('begun ')
    bytes += part.length
  }
  reply.end(String(bytes))
}

/** Starts a service, and the gateway before it. `tls`: the content of tls.conf; absent: the gateway speaks no HTTPS. */
const start = async (tls?: string) => {
  const service = createServer((asked, reply) => void answer(asked, reply))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  atTheEnd(async () => {
    service.closeAllConnections()
    service.close()
  })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const config = gatewayConfig(emptyFolder(), port, () => [(service.address() as AddressInfo).port], tls)
  return { address, ...(await startGateway(config, address)) }
}

describe.skipIf(!hasNginx())('the gateway (skipped without nginx)', () => {
  it('keeps nothing that people send or get in files', async () => {
    const { address, log } = await start()
    for (const method of ['POST', 'PUT']) {
      const body = 'x'.repeat(1024 * 1024)
      expect(await (await fetch(`${address}/api/sermons`, { method, body })).text()).toBe(`begun ${body.length}`)
    }
    // This reader is slow, and the gateway must wait for it.
    let bytes = 0
    for await (const part of (await fetch(`${address}/api/bible/pack`)).body ?? []) {
      bytes += part.length
      await new Promise(setImmediate)
    }
    expect(bytes).toBe(LARGE_BYTES)
    expect(log()).not.toContain('temporary file')
  })

  it.each(['/api/import/pathlight', '/api/admin/bibles/KJV'])(
    'passes on what comes to %s as it comes',
    async (path) => {
      const { address, log } = await start()
      const sent = request(`${address}${path}`, { method: 'POST', headers: { 'content-length': 2 * PART.length } })
      sent.write(PART)
      const [reply] = (await once(sent, 'response')) as [IncomingMessage]
      // The answer has begun, and half of the body is still to be sent.
      sent.end(PART)
      let text = ''
      for await (const part of reply.setEncoding('utf8')) text += part
      expect(text).toBe(`begun ${2 * PART.length}`)
      expect(log()).not.toContain('temporary file')
    },
  )
  const hasOpenssl = spawnSync('openssl', ['version']).status === 0
  it.skipIf(!hasOpenssl)(
    'sends a person who comes without TLS to the same page with it, and answers the health check',
    async () => {
      const folder = emptyFolder()
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
      const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
      const subject = ['-subj', '/CN=bible.example.org']
      execFileSync('openssl', ['req', '-x509', ...newKey, '-out', certificate, ...subject], { stdio: 'ignore' })
      const example = readFileSync(join(import.meta.dirname, '../../deploy/tls/tls.conf.example'), 'utf8')
        .replace('listen 8443 ssl;', `listen 127.0.0.1:${await freePort()} ssl;`)
        // nginx before 1.25.1, which this machine may have, sets HTTP/2 as a part of `listen`.
        .replace('  http2 on;\n', '')
        .replace('/etc/pathlight/tls/key.pem', key)
        .replace('/etc/pathlight/tls/certificate.pem', certificate)
      // `start` checks the gateway's health by its IP address, not by the name in the request below.
      const { address } = await start(example)
      const sent = request(`${address}/bible/KJV/John/3?x=1`, { headers: { host: 'bible.example.org' } }).end()
      const [reply] = (await once(sent, 'response')) as [IncomingMessage]
      reply.resume()
      expect([reply.statusCode, reply.headers.location]).toEqual([
        308,
        'https://bible.example.org/bible/KJV/John/3?x=1',
      ])
    },
  )
})
