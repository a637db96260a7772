import { itemsContract } from './app.contract.ts'
import { onCluster } from './on-cluster.contract.ts'

onCluster('what people keep', itemsContract)
