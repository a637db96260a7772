import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { redisJobs } from './bullmq.ts'
import { jobsContract } from './jobs.contract.ts'

describeWith(['REDIS_URL'], 'on the cluster stores', ({ REDIS_URL: url }) => {
  jobsContract('BullMQ on Redis', async () => {
    const namespace = ownName()
    return { open: (options) => redisJobs({ url, namespace, ...options }), drop: async () => undefined }
  })
})
