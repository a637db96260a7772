import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openAdmins } from '@pathlight/command/admins/admins.ts'
import { createLogger } from '@pathlight/http/logger.ts'
import { BadConfig, readConfig } from './config.ts'
import type { Stores } from './engines.ts'
import { createLifecycle } from './lifecycle.ts'
import { openStoresBeside } from './stores.ts'

const HELP = `Admins: who may see the audit and administer this Pathlight. Works while Pathlight runs, and while it does not.

  npm run admin -- grant EMAIL     make the owner of this account an admin
  npm run admin -- revoke EMAIL    take it back, at once
  npm run admin -- list            who they are

ADMIN_EMAILS names admins, too. docs/operations.md says more.`

/** Exit codes: done; refused, or something is wrong; called in a way that cannot be understood. */
const DONE = 0
const FAILED = 1
const MISUSED = 2

type Context = { readonly stores: Stores; readonly emails: readonly string[] }
type Command = (context: Context) => Promise<number>

const say = (line: string): void => console.log(line)
const fail = (line: string): number => {
  console.error(line)
  return FAILED
}

const list: Command = async ({ stores, emails }) => {
  const all = await openAdmins({ ...stores, emails }).all()
  for (const { user, by } of all)
    say(`${user.username}  ${user.email}  ${by === 'settings' ? 'by ADMIN_EMAILS' : 'by npm run admin'}`)
  if (all.length === 0) say('There are no admins. Make one: npm run admin -- grant EMAIL')
  return DONE
}

const grant =
  (email: string): Command =>
  async ({ stores, emails }) => {
    const user = await stores.identity.findUserByEmail(email)
    const isDone = user !== null && (await openAdmins({ ...stores, emails }).grant(user.id))
    if (!isDone) return fail(`No account has the address ${email}. Its owner signs up first.`)
    say(`${user.username} (${user.email}) is an admin.`)
    if (!user.emailVerified) say('The address is not verified: make sure that the account is theirs.')
    return DONE
  }

const revoke =
  (email: string): Command =>
  async ({ stores, emails }) => {
    const user = await stores.identity.findUserByEmail(email)
    const done = user !== null && (await openAdmins({ ...stores, emails }).revoke(user.id))
    if (done === false) return fail(`No account has the address ${email}.`)
    if (done === 'by settings')
      return fail(`ADMIN_EMAILS names ${email}: take it out there, and start Pathlight again.`)
    say(`${user?.username} (${user?.email}) is no admin.`)
    return DONE
  }

const commandOf = ([command, email, ...more]: readonly string[]): Command | null => {
  if (more.length > 0) return null
  if (command === 'list' && email === undefined) return list
  if (command === 'grant' && email !== undefined) return grant(email)
  if (command === 'revoke' && email !== undefined) return revoke(email)
  return null
}

const main = async (args: readonly string[]): Promise<number> => {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    say(HELP)
    return DONE
  }
  const command = commandOf(args)
  if (command === null) {
    console.error(HELP)
    return MISUSED
  }
  const config = readConfig(process.env)
  const dataDir = resolve(config.DATA_DIR)
  if (config.stores.profile === 'embedded' && !existsSync(join(dataDir, 'postgres')))
    return fail(`There is no Pathlight in ${dataDir} yet: start it once, or name its folder by DATA_DIR.`)
  const lifecycle = createLifecycle(console.error)
  for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(name, () => void lifecycle.stop())
  try {
    const logger = createLogger('silent')
    const { stores } = await openStoresBeside(config, { dataDir, say: console.error, logger, lifecycle })
    return await command({ stores, emails: config.ADMIN_EMAILS })
  } finally {
    await lifecycle.stop()
  }
}

try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  const inWords = error instanceof BadConfig || (error instanceof Error && 'code' in error)
  console.error(inWords ? error.message : error)
  process.exit(FAILED)
}
