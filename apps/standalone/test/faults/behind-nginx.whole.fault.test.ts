import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { HEARTBEAT_MS } from '@pathlight/contracts/sync.ts'
import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freePort } from '@pathlight/testing/free-port.ts'
import { ask } from '@pathlight/testing/over-http.ts'
import { readEvents } from '@pathlight/testing/server-sent-events.ts'
import { beforeAll, describe, expect, it } from 'vitest'

const NAME = 'bible.example.org'
const hasPrograms = [['nginx', '-v'] as const, ['openssl', 'version'] as const].every(
  ([program, argument]) => spawnSync(program, [argument]).status === 0,
)

/** The configuration that operators get in deploy/, with the ports and paths of this test. */
describe.skipIf(!hasPrograms)('behind nginx, as deploy/nginx.conf has it (skipped without nginx and openssl)', () => {
  const folder = emptyFolder()
  let app: App
  let nginx: ChildProcess
  const ports = { http: 0, https: 0 }

  beforeAll(async () => {
    ports.http = await freePort()
    ports.https = await freePort()
    app = await startApp({
      environment: { PUBLIC_URL: `https://${NAME}`, TRUST_PROXY: 'true' },
    })
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
    execFileSync('openssl', ['req', '-x509', ...newKey, '-out', certificate, '-days', '2', ...subject], {
      stdio: 'ignore',
    })
    const site = readFileSync(join(import.meta.dirname, '../../../../deploy/nginx.conf'), 'utf8')
      .replaceAll(/listen \[::\].*\n/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
      .replaceAll('server 127.0.0.1:3000;', `server ${new URL(app.address).host};`)
      .replaceAll('/etc/nginx/pathlight/', `${join(import.meta.dirname, '../../../../deploy')}/`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    writeFileSync(join(folder, 'site.conf'), site)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
      mkdirSync(join(folder, name))
      return `${name}_temp_path ${join(folder, name)};`
    })
    const config = join(folder, 'nginx.conf')
    const http = ['access_log off;', ...temporary, `include ${join(folder, 'site.conf')};`].join('\n  ')
    const asOurselves = process.getuid?.() === 0 ? 'user root;' : ''
    writeFileSync(
      config,
      `daemon off;\n${asOurselves}\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\n  ${http}\n}\n`,
    )

    const checked = spawnSync('nginx', ['-e', 'stderr', '-t', '-c', config], { encoding: 'utf8' })
    expect(checked.stderr).toContain('test is successful')
    expect(checked.stderr).not.toContain('[warn]')
    nginx = spawn('nginx', ['-e', 'stderr', '-c', config], { stdio: 'ignore' })
    atTheEnd(async () => {
      if (nginx.exitCode !== null) return
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    })
    await eventually(() => expect(existsSync(join(folder, 'pid'))).toBe(true))
    await eventually(async () => expect((await over('/api/health')).status).toBe(200))
  })

  type Answer = {
    readonly status: number
    readonly headers: Record<string, string | string[] | undefined>
    readonly body: string
  }
  const over = (path: string, options: RequestOptions = {}, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { headers, ...more } = options
      const sent = request(
        {
          host: '127.0.0.1',
          port: ports.https,
          path,
          servername: NAME,
          rejectUnauthorized: false,
          headers: { host: NAME, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...more,
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part) => {
            text += part
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })

  it('has every page, over HTTP/2 too, and says that there is TLS only', async () => {
    const page = await over('/bible/KJV/John/3', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)

    const session = connect(`https://127.0.0.1:${ports.https}`, { servername: NAME, rejectUnauthorized: false })
    const stream = session.request({ ':path': '/api/health', ':authority': NAME })
    const [headers] = await once(stream, 'response')
    expect(headers[':status']).toBe(200)
    session.destroy()
  })

  it('sends a person who comes without TLS to the same page with it', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/bible/KJV/John/3?x=1`, { redirect: 'manual' })
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toBe(`https://${NAME}/bible/KJV/John/3?x=1`)
  })

  it('signs people in by a cookie for TLS, and takes what their own pages send, no other’s', async () => {
    const password = 'Lamp4myfeet!'
    const body = JSON.stringify({
      username: 'proxied',
      email: 'proxied@example.org',
      password,
      confirm_password: password,
    })
    const signUp = (origin: string) => over('/api/auth/signup', { method: 'POST', headers: { origin } }, body)
    expect((await signUp('https://elsewhere.example')).status).toBe(403)
    const { status, headers } = await signUp(`https://${NAME}`)
    expect(status).toBe(201)
    const cookies = headers['set-cookie'] ?? []
    expect([cookies].flat().find((cookie) => cookie.includes('session'))).toMatch(/^__Host-.*; Secure/)
  })

  it('takes no client for the operator that comes through it, though it is on the same machine', async () => {
    expect((await over('/metrics')).status).toBe(401)
    expect((await ask(app.address, 'GET', '/metrics')).status).toBe(200)
  })

  it('refuses a body that is too large, before the app has it', async () => {
    expect(
      (await over('/api/auth/login', { method: 'POST' }, JSON.stringify({ x: 'x'.repeat(2_000_000) }))).status,
    ).toBe(413)
  })

  it('counts by the address that the connection has, whatever a client says of itself', async () => {
    // An address may ask for a new password 30 times an hour.
    const asks = Array.from({ length: 31 }, (_, n) => {
      const said = { 'x-forwarded-for': `10.0.0.${n}`, forwarded: `for=10.0.0.${n}` }
      const headers = { ...said, 'content-type': 'application/json' }
      return over(
        '/api/auth/forgot-password',
        { method: 'POST', headers },
        JSON.stringify({ email: `${n}@example.org` }),
      )
    })
    const statuses = (await Promise.all(asks)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  it('lets through what changed as it happens, keeps nothing of it back, and takes silence for no fault', async () => {
    const password = 'Lamp4myfeet!'
    const who = { username: 'listening', email: 'listening@example.org', password, confirm_password: password }
    const origin = { origin: `https://${NAME}` }
    const signedUp = await over('/api/auth/signup', { method: 'POST', headers: origin }, JSON.stringify(who))
    const cookie = [signedUp.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0])
    const headers = { ...origin, cookie: cookie.join('; ') }
    const asking = request({
      ...{ host: '127.0.0.1', port: ports.https, path: '/api/sync', servername: NAME, rejectUnauthorized: false },
      headers: { host: NAME, ...headers },
    })
    const asked = performance.now()
    asking.end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream'])
    const { here } = readEvents(answer.setEncoding('utf8'))
    await eventually(() => expect(here.messages).toHaveLength(1))
    const note = JSON.stringify({ verse_id: 43_003_016, version: 'KJV', text: 'So loved.' })
    expect((await over('/api/note/', { method: 'POST', headers }, note)).status).toBe(201)
    await eventually(() => expect(here.messages[1]).toMatchObject({ event: 'changed', data: { kind: 'note' } }))
    // The stream stays open for longer than 30 s, the time that nginx waits for an ordinary answer.
    await eventually(() => expect(here.comments).toBeGreaterThanOrEqual(3), 6 * HEARTBEAT_MS)
    expect(here.comments).toBeLessThanOrEqual(Math.ceil((performance.now() - asked) / HEARTBEAT_MS))
    expect(here.hasEnded).toBe(false)
    asking.destroy()
  })

  it('says for how long to wait while the app is started anew', async () => {
    await app.stop()
    const away = await over('/api/auth/')
    expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
    await app.start()
    await eventually(async () => expect((await over('/api/health')).status).toBe(200))
  })
})
