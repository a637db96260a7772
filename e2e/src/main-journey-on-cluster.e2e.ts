import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { mainJourney } from './main-journey.ts'
import { DESKTOP } from './person.ts'

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'with the cluster’s stores', (urls) => {
  // A database of its own: one that others use belongs to another log and another master key.
  const { environment } = ownCluster(urls)
  mainJourney('the cluster stores, at a desk', { device: DESKTOP, environment: () => environment })
})
