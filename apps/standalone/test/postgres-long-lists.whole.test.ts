import { onPostgres } from './on-postgres.contract.ts'

onPostgres('long lists')
