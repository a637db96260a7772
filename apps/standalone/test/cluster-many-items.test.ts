import { manyItemsContract } from './app.contract.ts'
import { onCluster } from './on-cluster.contract.ts'

onCluster('lists', manyItemsContract)
