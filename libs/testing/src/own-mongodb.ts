// Vitest's setup of every test file: chooses this worker's server among the MongoDB stand-ins that servers.ts started.
const urls = process.env.TEST_MONGODB_URLS?.split(' ')
if (urls) process.env.MONGODB_URL = urls[Number(process.env.VITEST_POOL_ID ?? 0) % urls.length]

export {}
