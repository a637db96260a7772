import { SAMPLE_OF_CALLS } from '../app.contract.ts'
import { accountsContract } from '../people/accounts.contract.ts'
import { throughGateway } from '../through-gateway.contract.ts'

// The sample, and what one process knows of a session that another one ended. Every topic is run on these stores in one process.
await throughGateway((running) => {
  for (const contract of [...SAMPLE_OF_CALLS, accountsContract]) contract(running)
})
