import { SAMPLE_OF_CALLS } from '../app.contract.ts'
import { accountsContract } from '../people/accounts.contract.ts'
import { throughGateway } from '../through-gateway.contract.ts'

// The sample of calls, and the accounts, whose sessions other processes must end in time. Another test runs every topic
// in one process.
await throughGateway((running) => {
  for (const contract of [...SAMPLE_OF_CALLS, accountsContract]) contract(running)
})
