import { peopleOverHttpContract } from '../app.contract.ts'
import { refusedReadsContract } from '../calls/refused-reads.contract.ts'
import { accountsContract } from '../people/accounts.contract.ts'
import { throughGateway } from '../through-gateway.contract.ts'

await throughGateway('who may do what, and what is refused', (running) => {
  peopleOverHttpContract(running)
  refusedReadsContract(running)
  accountsContract(running)
})
