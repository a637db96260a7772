import { SAMPLE_OF_CALLS } from '../app.contract.ts'
import { accountsContract } from '../people/accounts.contract.ts'
import { throughGateway } from '../through-gateway.contract.ts'

// Runs the sample of calls, and the tests of accounts, because other processes must end a session in time. Other test
// files run every topic in one process.
await throughGateway((running) => {
  for (const contract of [...SAMPLE_OF_CALLS, accountsContract]) contract(running)
})
