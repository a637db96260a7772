// Vitest's set-up of every test file: of the stand-ins for MongoDB that servers.ts started, this worker's.
const urls = process.env.TEST_MONGODB_URLS?.split(' ')
if (urls) process.env.MONGODB_URL = urls[Number(process.env.VITEST_POOL_ID ?? 0) % urls.length]

export {}
