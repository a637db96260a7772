import { closingOnEmbedded } from './closing.contract.ts'

// Three of the steps: before the event, before the job, and before the account's row is deleted. The whole test has all
// steps.
closingOnEmbedded(['log.appendToStream', 'jobs.add', 'identity.closeUser'])
