import { closingOnCluster } from './closing.contract.ts'

closingOnCluster()
