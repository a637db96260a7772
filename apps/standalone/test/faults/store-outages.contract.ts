import type { ClusterStores } from '@pathlight/testing/cluster-stores.ts'

const PARTS = [
  { name: 'EventStoreDB', server: (stores: ClusterStores) => stores.eventStore },
  { name: 'MongoDB', server: (stores: ClusterStores) => stores.mongo },
  { name: 'Redis', server: (stores: ClusterStores) => stores.redis },
] as const
const OUTAGES = [
  { how: 'killed', begin: 'kill', end: 'restart', reason: 'ECONNREFUSED' },
  { how: 'frozen', begin: 'pause', end: 'resume', reason: '' },
] as const

/** Every outage (killed, frozen) of every store of the cluster. */
export const STORE_OUTAGES = OUTAGES.flatMap((outage) => PARTS.map((part) => ({ ...outage, ...part })))
