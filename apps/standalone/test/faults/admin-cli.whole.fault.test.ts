import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'
import { onBothEngines, operatorCommand } from './operator-command.contract.ts'

const admin = operatorCommand('admin-cli.ts')

const whileItRunsAndAfter = async (app: App, environment: Readonly<Record<string, string>>) => {
  const name = `admin${Math.random().toString(36).slice(2, 8)}`
  const email = `${name}@example.org`
  const { cookie } = await signUpOver(app.address, name)
  const isAdmin = async () =>
    ((await ask(app.address, 'GET', '/api/auth/', { headers: { cookie } })).body as { admin?: true }).admin === true
  const opens = async () =>
    (await ask(app.address, 'GET', '/api/admin/bibles', { headers: { cookie, via: 'x' } })).status

  expect([await isAdmin(), await opens()]).toEqual([false, 404])
  expect(await admin(environment, 'grant', email.toUpperCase())).toMatchObject({
    code: 0,
    text: expect.stringContaining(`${name} (${email}) is an admin.`),
  })
  expect([await isAdmin(), await opens()]).toEqual([true, 200])
  expect(await admin(environment, 'list')).toMatchObject({ code: 0, text: expect.stringContaining(email) })
  expect(await admin(environment, 'revoke', email)).toMatchObject({ code: 0 })
  expect([await isAdmin(), await opens()]).toEqual([false, 404])

  await app.stop()
  expect(await admin(environment, 'grant', email)).toMatchObject({ code: 0 })
  await app.start()
  expect([await isAdmin(), await opens()]).toEqual([true, 200])
}

describe('npm run admin', () => {
  onBothEngines('names admins while the app runs, and while it does not', whileItRunsAndAfter)

  it('says what it cannot do', async () => {
    const environment = { DATA_DIR: emptyFolder() }
    for (const args of [[], ['grant'], ['list', 'x'], ['grant', 'a@example.org', 'b@example.org'], ['make', 'x']])
      expect(await admin(environment, ...args)).toMatchObject({ code: 2, text: expect.stringContaining('grant EMAIL') })
    expect(await admin(environment, 'help')).toMatchObject({ code: 0 })
    expect((await admin(environment, 'list')).text).toMatch(/There is no Pathlight in .* yet/)
    expect(await admin({ ...environment, ADMIN_EMAILS: 'nobody' }, 'list')).toMatchObject({
      code: 1,
      text: expect.stringContaining('ADMIN_EMAILS must be addresses'),
    })
    const app = await startApp()
    const running = { DATA_DIR: app.dataDir }
    expect(await admin(running, 'list')).toMatchObject({ code: 0, text: expect.stringContaining('no admins') })
    for (const command of ['grant', 'revoke'])
      expect(await admin(running, command, 'nobody@example.org')).toMatchObject({
        code: 1,
        text: expect.stringContaining('No account has the address nobody@example.org'),
      })
  })
})
