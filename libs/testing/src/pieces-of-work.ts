// Measures work in multiples of a fixed piece of work, because a slow or busy machine slows both down equally.

const WORDS = Array.from({ length: 600 }, (_, at) => `${(at * 7_919) % 6_007} John 3:16, 요한복음 `).join('')
/** The fixed piece of work: splits, sorts, serializes and parses a text. */
const piece = (): number => {
  const words = WORDS.split(' ').map((word, at) => ({ word, at }))
  words.sort((one, other) => (one.word < other.word ? -1 : one.word > other.word ? 1 : one.at - other.at))
  return JSON.parse(JSON.stringify(words)).length
}

/** The processor time of this thread for `work`, in milliseconds. */
const processorMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * A measurement of the fixed piece takes at least this long, in milliseconds, because processor time has a resolution
 * of some milliseconds.
 */
const MEASURED_MS = 60

/** Measures the present processor time of one piece, in milliseconds. On a machine of 2026 it is about 1. */
const pieceMs = (): number => {
  let [totalMs, pieces] = [0, 0]
  for (; totalMs < MEASURED_MS; pieces += 10)
    totalMs += processorMs(() => {
      for (let n = 0; n < 10; n += 1) piece()
    })
  return totalMs / pieces
}
let lastPieceMs: number | undefined
// The first pieces take longer, because their code is compiled. So they are done before any measurement.
for (let n = 0; n < 40; n += 1) piece()

/** Converts processor time in milliseconds to pieces of work. Measures how long a piece takes at this moment. */
export const inPieces = (ms: number): number => {
  lastPieceMs = pieceMs()
  return ms / lastPieceMs
}

/**
 * How many pieces of work a call takes on this thread: the least of at most ten tries. After a result below half of
 * `most` there are no more tries. Errors of the call are ignored.
 */
export const piecesOf = (call: () => unknown, most: number): number => {
  const quietly = () => {
    try {
      call()
    } catch {
      // The call may refuse its input with an error. The time until then is measured.
    }
  }
  lastPieceMs ??= pieceMs()
  let least = processorMs(quietly) / lastPieceMs
  for (let again = 1; again < 10 && least > most / 2; again += 1)
    least = Math.min(least, inPieces(processorMs(quietly)))
  return least
}
