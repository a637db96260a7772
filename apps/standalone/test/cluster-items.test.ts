import { keptByHandContract } from './app.contract.ts'
import { onCluster } from './on-cluster.contract.ts'

// The rest of it goes through the gateway: faults/kept-through-gateway.fault.test.ts.
onCluster('what people keep', keptByHandContract)
