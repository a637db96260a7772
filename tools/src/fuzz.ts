// Sends the app what no client would, for as long as one likes: `npm run fuzz` ten minutes, `npm run fuzz 3600` an hour. Prints the
// ten slowest routes; fails when a request held the event loop for too long. FUZZ_SEED repeats a run.
const [seconds = '600'] = process.argv.slice(2)
process.env.FUZZ_SECONDS = seconds
process.env.FUZZ_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
process.argv.splice(2, process.argv.length, 'apps/standalone/test/attacks/fuzz.whole.test.ts')
await import('./test.ts')

export {}
