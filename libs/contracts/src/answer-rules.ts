/**
 * A header that each answer of our server has, whatever it answers, and nothing that stands between it and a browser: a log-in page of
 * a network, a page of a proxy. By it a page knows that Pathlight answered.
 */
export const OWN_ANSWER = 'x-pathlight'
