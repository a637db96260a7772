import { longListsContract } from './items/long-lists.contract.ts'
import { onCluster } from './on-cluster.contract.ts'

// Shorter lists go through the gateway: faults/kept-through-gateway.fault.test.ts.
onCluster('lists', longListsContract)
