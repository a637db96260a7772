import { refusalsContract } from './app.contract.ts'
import { onCluster } from './on-cluster.contract.ts'

onCluster('what is refused', refusalsContract)
