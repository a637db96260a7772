import { closingOnEmbedded } from './closing.contract.ts'

// The app is killed before three of the steps: before the event, before the job, and before the account's row is
// emptied. The whole test has all steps.
closingOnEmbedded(['log.appendToStream', 'jobs.add', 'identity.closeUser'])
