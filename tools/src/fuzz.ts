// Sends the app random hostile requests: `npm run fuzz` for ten minutes, `npm run fuzz 3600` for an hour. Prints the
// ten slowest routes. Fails if a request blocks the event loop for too long, or has a wrong answer. A run with the
// FUZZ_SEED of an earlier run repeats that run.
const [seconds = '600'] = process.argv.slice(2)
process.env.FUZZ_SECONDS = seconds
process.env.FUZZ_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
process.argv.splice(2, process.argv.length, 'apps/standalone/test/attacks/fuzz.whole.test.ts')
await import('./test.ts')

export {}
