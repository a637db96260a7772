/**
 * A header of our server's answers. An answer without the header comes from another program, such as a network's log-in
 * page or a proxy's error page.
 */
export const OWN_ANSWER = 'x-pathlight'
