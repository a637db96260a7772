/** The end of a sentence, or of what is quoted. */
const ENDS = /[.!?…。！？]["'”’»」』)\]]*$|["”’»」』)\]]$/u
/** Verses by which the ends of chapters differ among editions that are whole. */
const ENDS_DIFFER_BY = 3
/** Fewer verses are a sample that a person wrote, and no file that was cut off. */
const SAMPLE = 10

/** Whether a chapter is there to its end, when it reaches a verse and has `most`. */
export const reachesEnd = (reached: number, most: number): boolean => reached >= most - ENDS_DIFFER_BY

/** Looks at how the verses of a text end, to tell a file that was cut off within one. */
export const watchEnds = () => {
  let verses = 0
  let last = ''
  /** How many verses end with a mark of punctuation: nearly all, or the language has none. */
  let punctuated = 0
  return {
    look: (text: string, isNew: boolean) => {
      if (isNew) verses += 1
      last = text
      if (/\p{P}$/u.test(last)) punctuated += 1
    },
    /** Whether a text was cut off that ends with this line, in a chapter of `most` verses of which it reaches one. */
    isCutOff: (line: string, reached: number, most: number): boolean => {
      if (verses < SAMPLE) return false
      const isWithin = !reachesEnd(reached, most) && !(ENDS.test(last) && ENDS.test(line.trim()))
      const unlikeOthers = !ENDS.test(last) && punctuated > verses * 0.95 && !/\p{P}$/u.test(last)
      return isWithin || unlikeOthers
    },
  }
}
