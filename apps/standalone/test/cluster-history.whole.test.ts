import { onCluster } from './on-cluster.contract.ts'

onCluster('history')
