// Vitest's setup of every test file: chooses one of the FerretDB servers of servers.ts for this worker.
const urls = process.env.TEST_MONGODB_URLS?.split(' ')
if (urls) process.env.MONGODB_URL = urls[Number(process.env.VITEST_POOL_ID ?? 0) % urls.length]

export {}
