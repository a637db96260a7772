import { closingOnEmbedded } from './closing.contract.ts'

// Before the closing is in the log, before its job is, and before the account's row goes: the whole has each step.
closingOnEmbedded(['log.appendToStream', 'jobs.add', 'identity.closeUser'])
