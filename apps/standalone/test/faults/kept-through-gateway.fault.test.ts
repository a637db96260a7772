import { keptOverHttpContract } from '../app.contract.ts'
import { listsContract } from '../items/lists.contract.ts'
import { throughGateway } from '../through-gateway.contract.ts'

await throughGateway('what people keep', (running) => {
  keptOverHttpContract(running)
  listsContract(running)
})
