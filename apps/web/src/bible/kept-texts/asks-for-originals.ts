/** Whether a search asks for Hebrew or Greek words (strong:G26, lemma:λόγος), which a device does not keep in a form to be searched. */
export const asksForOriginals = (query: string): boolean => /(^|\s)[-−–]?(strongs?|lemma):/iu.test(query)
