import { onPostgres } from './on-postgres.contract.ts'

onPostgres('transfer')
