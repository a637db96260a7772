/** Whether a search asks for Hebrew or Greek words (strong:G26, lemma:λόγος). A device has no index for them. */
export const asksForOriginals = (query: string): boolean => /(^|\s)[-−–]?(strongs?|lemma):/iu.test(query)
