import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { eventLogContract } from './event-log.contract.ts'
import { eventStoreDbLog } from './eventstoredb.ts'

describeWith(['EVENTSTORE_URL'], 'EventStoreDB', ({ EVENTSTORE_URL: url }) => {
  const prefix = `${ownName()}.`
  eventLogContract('EventStoreDB', { open: () => eventStoreDbLog({ url, prefix }), feedEvents: 3_000 })
})
