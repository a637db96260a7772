/** Matches the end of a sentence or of a quotation. */
const ENDS = /[.!?…。！？]["'”’»」』)\]]*$|["”’»」』)\]]$/u
/** How many fewer verses a chapter may have in one complete edition than in another. */
const ENDS_DIFFER_BY = 3
/** A file with fewer verses is taken as a sample, and never as cut off. */
const SAMPLE = 10

/** Whether a chapter with `most` verses is complete if its last verse is `reached` (0: it has none). */
export const reachesEnd = (reached: number, most: number): boolean => reached >= Math.max(1, most - ENDS_DIFFER_BY)

/** Collects how verses end, to recognise a file that was cut off within a verse. */
export const watchEnds = () => {
  let verses = 0
  let last = ''
  /** How many verses end with punctuation. In most languages nearly all verses do, in some languages none. */
  let punctuated = 0
  return {
    look: (text: string, isNew: boolean) => {
      if (isNew) verses += 1
      last = text
      if (/\p{P}$/u.test(last)) punctuated += 1
    },
    /**
     * Whether a text that ends with this line was cut off. Its last chapter should have `most` verses, and its last
     * verse is `reached`.
     */
    isCutOff: (line: string, reached: number, most: number): boolean => {
      if (verses < SAMPLE) return false
      const isWithin = !reachesEnd(reached, most) && !(ENDS.test(last) && ENDS.test(line.trim()))
      const unlikeOthers = !ENDS.test(last) && punctuated > verses * 0.95 && !/\p{P}$/u.test(last)
      return isWithin || unlikeOthers
    },
  }
}
