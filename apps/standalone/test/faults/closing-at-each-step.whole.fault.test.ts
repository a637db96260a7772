import { closingOnEmbedded } from './closing.contract.ts'

closingOnEmbedded()
