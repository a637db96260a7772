import { refusedWritesContract } from './calls/refused-writes.contract.ts'
import { onCluster } from './on-cluster.contract.ts'

// Reads go through the gateway: faults/people-through-gateway.fault.test.ts.
onCluster('what is refused', refusedWritesContract)
