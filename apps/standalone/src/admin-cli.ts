import { turnOffByOperator } from '@pathlight/command/accounts/second-factor/turn-off-by-operator.ts'
import { openAdmins } from '@pathlight/command/admins/admins.ts'
import type { Config } from '@pathlight/runtime/config.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { DONE, fail, runStoreCommand, type StoreCommand, say } from './store-command.ts'

const HELP = `Admins: who may see the audit and administer this Pathlight. Works while Pathlight runs, and while it does not.

  npm run admin -- grant EMAIL     make the owner of this account an admin
  npm run admin -- revoke EMAIL    take it back, at once
  npm run admin -- list            who they are

  npm run admin -- second-step-off EMAIL   turn off the second step of a person's log-in, who lost phone and codes

ADMIN_EMAILS names admins, too. docs/operations.md says more.`

const adminsOf = (stores: Stores, config: Config) => openAdmins({ ...stores, emails: config.ADMIN_EMAILS })

const list: StoreCommand = async ({ stores, config }) => {
  const all = await adminsOf(stores, config).all()
  for (const { user, by } of all)
    say(`${user.username}  ${user.email}  ${by === 'settings' ? 'by ADMIN_EMAILS' : 'by npm run admin'}`)
  if (all.length === 0) say('There are no admins. Make one: npm run admin -- grant EMAIL')
  return DONE
}

const grant =
  (email: string): StoreCommand =>
  async ({ stores, config }) => {
    const user = await stores.identity.findUserByEmail(email)
    const isDone = user !== null && (await adminsOf(stores, config).grant(user.id))
    if (!isDone) return fail(`No account has the address ${email}. Its owner signs up first.`)
    say(`${user.username} (${user.email}) is an admin.`)
    if (!user.emailVerified) say('The address is not verified: make sure that the account is theirs.')
    return DONE
  }

const revoke =
  (email: string): StoreCommand =>
  async ({ stores, config }) => {
    const user = await stores.identity.findUserByEmail(email)
    const done = user !== null && (await adminsOf(stores, config).revoke(user.id))
    if (done === false) return fail(`No account has the address ${email}.`)
    if (done === 'by settings')
      return fail(`ADMIN_EMAILS names ${email}: take it out there, and start Pathlight again.`)
    say(`${user?.username} (${user?.email}) is no admin.`)
    return DONE
  }

const secondStepOff =
  (email: string): StoreCommand =>
  async ({ stores }) => {
    const user = await stores.identity.findUserByEmail(email)
    if (user === null) return fail(`No account has the address ${email}.`)
    const isChanged = await turnOffByOperator(stores, user.id)
    say(`The password of ${user.username} (${user.email}) alone logs in${isChanged ? ' now' : ', as before'}.`)
    return DONE
  }

const commandOf = ([command, email, ...more]: readonly string[]): StoreCommand | null => {
  if (more.length > 0) return null
  if (command === 'list' && email === undefined) return list
  if (command === 'grant' && email !== undefined) return grant(email)
  if (command === 'revoke' && email !== undefined) return revoke(email)
  if (command === 'second-step-off' && email !== undefined) return secondStepOff(email)
  return null
}

await runStoreCommand(HELP, commandOf)
