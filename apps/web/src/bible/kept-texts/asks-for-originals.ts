/** Whether a search asks for Hebrew or Greek words (strong:G26, lemma:λόγος), for which a device has no index. */
export const asksForOriginals = (query: string): boolean => /(^|\s)[-−–]?(strongs?|lemma):/iu.test(query)
