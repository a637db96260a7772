import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')

type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly responses: Readonly<Record<string, object>>
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } }
}
type Description = {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: object }
}

describe('the description of the calls', () => {
  let app: App
  let description: Description
  const folder = emptyFolder()
  beforeAll(async () => {
    app = await startApp()
    description = (await (await fetch(`${app.address}/api/openapi.json`)).json()) as Description
  })
  const operations = () =>
    Object.entries(description.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ call: `${method} ${path}`, ...operation })),
    )

  it('names each call once, says what it is about, who may make it, and its errors', () => {
    expect(operations().length).toBeGreaterThan(40)
    expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(operations().length)
    for (const { call, tags, security, responses } of operations()) {
      expect(tags, call).toHaveLength(1)
      expect(Object.keys(responses), call).toEqual(expect.arrayContaining(['429', '503']))
      if (security.length > 0) expect(Object.keys(responses), call).toContain('401')
    }
    const note = operations().find(({ call }) => call === 'put /api/note/detail/{id}')
    expect(note).toMatchObject({
      operationId: 'putNoteDetailById',
      tags: ['notes'],
      security: [{ session: [] }, { token: ['write'] }],
    })
    expect(Object.keys(note?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '401', '404', '412']))
    expect(Object.keys(description.components.securitySchemes)).toEqual(expect.arrayContaining(['session', 'token']))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(description.info.version).toBe(version)
    expect(Object.keys(description.paths).filter((path) => !/^\/(api\/|livez$|readyz$)/.test(path))).toEqual([])
  })

  it('has an example for each body that is sent', () => {
    const without = operations().filter(
      ({ requestBody }) => requestBody && requestBody.content['application/json'].example === undefined,
    )
    expect(without.map(({ call }) => call)).toEqual([])
  })

  it('has examples that are taken as they are, from a person who signed up with one of them', async () => {
    const cookies = new Map<string, string>()
    const send = async (call: string) => {
      const [method = '', path = ''] = call.split(' ')
      const example = description.paths[path]?.[method]?.requestBody?.content['application/json'].example
      const headers = { 'content-type': 'application/json', cookie: [...cookies.values()].join('; ') }
      const body = JSON.stringify(example)
      const answer = await fetch(app.address + path, { method: method.toUpperCase(), headers, body })
      for (const said of answer.headers.getSetCookie()) cookies.set(said.split('=')[0] ?? '', said.split(';')[0] ?? '')
      return [call, answer.ok]
    }
    expect(await send('post /api/auth/signup')).toEqual(['post /api/auth/signup', true])
    // The pattern excludes calls that need an admin, a fresh CAPTCHA or an earlier call. It also excludes calls that
    // change the account, because the password in the next examples would be wrong.
    const others = operations().filter(
      ({ call, requestBody }) =>
        requestBody && !/\{|signup|admin|contact|passkey|second-step|oidc|share|\/api\/account/.test(call),
    )
    expect(others.length).toBeGreaterThan(6)
    for (const { call } of others) expect(await send(call)).toEqual([call, true])
  })

  it('makes a client by which the script of docs/how-to/write-a-script.md is right, and runs', async () => {
    const page = readFileSync(join(root, 'docs/how-to/write-a-script.md'), 'utf8')
    const script = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    writeFileSync(join(folder, 'pathlight.d.ts'), astToString(await openapiTS(JSON.stringify(description))))
    writeFileSync(join(folder, 'script.ts'), script)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    expect(existsSync(tsc)).toBe(true)
    const checked = run(process.execPath, [tsc, ...options, '--allowImportingTsExtensions', 'script.ts'], {
      cwd: folder,
    })
    await checked.catch(({ stdout }) => expect(stdout).toBe(''))

    const started = () =>
      run(process.execPath, ['script.ts', 'ann.script@example.org', 'annscript', 'Password1!'], {
        cwd: folder,
        env: { ...process.env, PATHLIGHT: app.address },
      })
    expect((await started()).stdout).toBe('I am annscript.\nJohn: So loved.\nRevision 2\nRestored.\n')
    const again = (await started()).stdout
    expect(again).toMatch(/^I am annscript\.\nJohn: So loved\.\n/)
    expect(again).not.toContain('Revision')
  })

  it('has a script of ten lines, of the same page, that backs up what somebody has by a token, and says why it cannot', async () => {
    const page = readFileSync(join(root, 'docs/how-to/write-a-script.md'), 'utf8')
    writeFileSync(join(folder, 'backup.mjs'), /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
    const ask = async (path: string, body: object, cookie = '') => {
      const headers = { 'content-type': 'application/json', cookie }
      return fetch(app.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    const [username, password] = ['boaz.script', 'Password1!']
    const form = { username, email: 'boaz.script@example.org', password, confirm_password: password }
    const signedUp = await ask('/api/auth/signup', form)
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    await ask('/api/note/', { verse_id: 43_003_016, version: 'KJV', text: 'Kept by a script.' }, cookie)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const made = await ask('/api/account/tokens', { name: 'Every night', scopes: ['export'], until }, cookie)
    const { token, id } = (await made.json()) as { token: string; id: string }
    const backUp = (secret: string) =>
      run(process.execPath, ['backup.mjs'], {
        cwd: folder,
        env: { ...process.env, PATHLIGHT: app.address, TOKEN: secret },
      })
    await backUp(token)
    const [file = ''] = readdirSync(folder).filter((name) => /^pathlight-.*\.json$/.test(name))
    expect(readFileSync(join(folder, file), 'utf8')).toContain('Kept by a script.')
    await fetch(`${app.address}/api/account/tokens/${id}`, { method: 'DELETE', headers: { cookie } })
    await expect(backUp(token)).rejects.toThrow('This token is unknown, was revoked, or has ended.')
  })
})
