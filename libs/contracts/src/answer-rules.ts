/**
 * A header of every answer of our server, and of nothing between it and a browser (a log-in page of a network, an error page of a
 * proxy). By it a page knows that Pathlight answered.
 */
export const OWN_ANSWER = 'x-pathlight'
