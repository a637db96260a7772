/** The most characters of a chapter's JSON. Psalm 119 with its footnotes has about 100,000. */
const LONGEST_CHAPTER = 2_000_000
/** The deepest nesting. The catalogue nests a verse 9 levels deep. */
const DEEPEST = 40
const [QUOTE, BACKSLASH, BRACE, END_BRACE, BRACKET, END_BRACKET] = ['"', '\\', '{', '}', '[', ']'].map((one) =>
  one.charCodeAt(0),
)

/** Refuses JSON with deep nesting or long chapters, because the memory of a JSON parser grows with both. */
export const boundJson = (refuse: (reason: string) => never) => {
  let depth = 0
  let inString = false
  let isEscaped = false
  let sinceChapter = 0
  return {
    look: (text: string) => {
      sinceChapter += text.length
      if (sinceChapter > LONGEST_CHAPTER)
        refuse(
          `${LONGEST_CHAPTER.toLocaleString('en')} characters without the end of a chapter: this is no Bible text.`,
        )
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (isEscaped) isEscaped = false
        else if (inString) {
          if (code === BACKSLASH) isEscaped = true
          else if (code === QUOTE) inString = false
        } else if (code === QUOTE) inString = true
        else if (code === BRACE || code === BRACKET) depth += 1
        else if (code === END_BRACE || code === END_BRACKET) depth -= 1
        if (depth > DEEPEST) refuse(`It is nested more than ${DEEPEST} deep.`)
      }
    },
    chapterEnded: () => {
      sinceChapter = 0
    },
  }
}
