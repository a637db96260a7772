/**
 * A header of every answer of our server. Answers from between server and browser (a network's log-in page, a proxy's error page)
 * lack it. So a page knows by the header that Pathlight answered.
 */
export const OWN_ANSWER = 'x-pathlight'
