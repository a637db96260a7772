/** The deepest nesting that is accepted. Rich text can be 50 nodes deep, each an object in a list, which is 100 levels in the body. */
export const DEEPEST = 200
/** The most commas, colons and opening brackets. The longest sermon in the smallest pieces has 87,000. */
const MOST_MARKS = 100_000

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END] = [...'"\\,:[]{}'].map((one) =>
  one.charCodeAt(0),
)

/** Scans JSON (UTF-8) before it is parsed. Answers what is wrong when it is deeper, or has more parts, than any body that is accepted; else null. */
export const oddShape = (json: Uint8Array): 'too_deep' | 'too_many_parts' | null => {
  let depth = 0
  let marks = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (inText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === LIST || byte === OBJECT) {
      depth += 1
      marks += 1
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
    else if (byte === COMMA || byte === COLON) marks += 1
    else continue
    if (depth > DEEPEST) return 'too_deep'
    if (marks > MOST_MARKS) return 'too_many_parts'
  }
  return null
}
