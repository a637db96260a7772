import { jobsContract } from '@pathlight/jobs/jobs.contract.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { expect, it } from 'vitest'
import { postgresJobs } from './jobs.ts'

jobsContract('BullMQ on PostgreSQL', async () => {
  const database = await freshDatabase()
  return { open: (options) => postgresJobs({ url: database.url, ...options }), drop: () => database.drop() }
})

it('says that PostgreSQL is away, each time', async () => {
  const database = await freshDatabase()
  const away = postgresJobs({ url: 'postgresql://postgres@127.0.0.1:1/nowhere' })
  await expect(away.add('greet', {})).rejects.toMatchObject({ code: 'store_unavailable' })
  await expect(away.add('greet', {})).rejects.toMatchObject({ code: 'store_unavailable' })
  await away.close()
  await database.drop()
})
