// How long work takes is told in pieces of the same work, measured beside it: a slow machine, or a busy one, is as slow at both.

const WORDS = Array.from({ length: 600 }, (_, at) => `${(at * 7_919) % 6_007} John 3:16, 요한복음 `).join('')
/** Text that is taken apart, sorted, put together and read again. */
const piece = (): number => {
  const words = WORDS.split(' ').map((word, at) => ({ word, at }))
  words.sort((one, other) => (one.word < other.word ? -1 : one.word > other.word ? 1 : one.at - other.at))
  return JSON.parse(JSON.stringify(words)).length
}

/** Milliseconds of the processor that this thread takes for `work`: other programs and other threads are not counted. */
const processorMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Systems count the processor's time in steps of some milliseconds: so many pieces are measured that these do not matter. */
const MEASURED_MS = 60

/** What a piece of work takes just now, in milliseconds of the processor: about 1 on the machines of 2026. */
const pieceMs = (): number => {
  let [took, pieces] = [0, 0]
  for (; took < MEASURED_MS; pieces += 10)
    took += processorMs(() => {
      for (let n = 0; n < 10; n += 1) piece()
    })
  return took / pieces
}
let lately: number | undefined
// The first pieces also compile what they run.
for (let n = 0; n < 40; n += 1) piece()

/** How many pieces of work so many milliseconds of the processor are, on this machine and just now. */
export const inPieces = (ms: number): number => {
  lately = pieceMs()
  return ms / lately
}

/**
 * How many pieces of work a call takes of this thread, as the least of ten tries; what takes less than half of `most` is not tried
 * again. What it throws is an answer as well.
 */
export const piecesOf = (call: () => unknown, most: number): number => {
  const quietly = () => {
    try {
      call()
    } catch {
      // Refused.
    }
  }
  lately ??= pieceMs()
  let least = processorMs(quietly) / lately
  for (let again = 1; again < 10 && least > most / 2; again += 1)
    least = Math.min(least, inPieces(processorMs(quietly)))
  return least
}
