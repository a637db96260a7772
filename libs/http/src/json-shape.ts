import { randomInt } from 'node:crypto'

/**
 * The deepest nesting of a body. Rich text can be 50 nodes deep, and each is an object in a list, which makes 100
 * levels.
 */
export const DEEPEST = 200
/** The most commas, colons and opening brackets in a body. The longest sermon in the smallest pieces has 87,000. */
const MOST_MARKS = 100_000

/**
 * The most parts of one list or object, because validation reports each part of a wrong kind. A sermon of 200 KB has
 * fewer parts, because the shortest nodes of rich text have about 20 bytes.
 */
const MOST_IN_ONE = 10_000

/**
 * The most different keys. An accepted body has some 30. V8 parses new keys slowly: 30,000 different keys take 30
 * milliseconds, and 30,000 equal keys take 2.
 */
const MOST_KEYS = 500

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END] = [...'"\\,:[]{}'].map((one) =>
  one.charCodeAt(0),
)
/** A random value for each process, so that nobody can choose keys with equal hashes. */
const FNV_BASIS = randomInt(2 ** 32)
const FNV_PRIME = 0x01000193

/**
 * Scans JSON (UTF-8) before it is parsed. Returns the fault if the JSON is deeper, or has more parts, than any valid
 * body; otherwise null.
 */
export const oddShape = (json: Uint8Array): 'too_deep' | 'too_many_parts' | null => {
  let depth = 0
  let marks = 0
  /** For each depth, the number of commas so far in the list or object that is open at this depth. */
  const commas = new Uint32Array(DEEPEST + 2)
  let inText = false
  /** The hash (FNV-1a) of the last text. The text is a key if a colon follows. */
  let hash = 0
  const keys = new Set<number>()
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (inText) {
      if (byte === QUOTE) inText = false
      else hash = Math.imul(hash ^ (byte ?? 0), FNV_PRIME)
      if (byte === BACKSLASH) hash = Math.imul(hash ^ (json[++at] ?? 0), FNV_PRIME)
    } else if (byte === QUOTE) {
      inText = true
      hash = FNV_BASIS
    } else if (byte === LIST || byte === OBJECT) {
      depth += 1
      marks += 1
      commas[depth] = 0
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
    else if (byte === COMMA) {
      marks += 1
      const before = commas[depth] ?? 0
      if (before === MOST_IN_ONE - 1) return 'too_many_parts'
      commas[depth] = before + 1
    } else if (byte === COLON) {
      marks += 1
      keys.add(hash)
    } else continue
    if (depth > DEEPEST) return 'too_deep'
    if (marks > MOST_MARKS || keys.size > MOST_KEYS) return 'too_many_parts'
  }
  return null
}
