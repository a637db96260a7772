import { DONE, fail, runStoreCommand, type StoreCommand, say } from './store-command.ts'

const HELP = `Keys: what people wrote is sealed under a key of their own, and these under the key of an epoch, a file beside the stores.

  npm run keys -- renew    begin the next epoch now: whatever copies have of accounts that were closed opens nowhere any more

Pathlight does so by itself every 12 hours. The command works while it runs, and while it does not. docs/security.md says more.`

const renew: StoreCommand = async ({ stores: { dataKeys }, appRuns, signal }) => {
  if (appRuns !== false) say('This takes a minute: a process of Pathlight may be storing a key of the present epoch.')
  const renewed = await dataKeys.renew({ signal, ...(appRuns === false && { settleMs: 0 }) })
  if (!renewed) return fail('Another process begins the next epoch this moment. Nothing was done here.')
  say('The next epoch has begun, and the keys of those before are destroyed.')
  return DONE
}

await runStoreCommand(HELP, ([command, ...more]) => (command === 'renew' && more.length === 0 ? renew : null))
