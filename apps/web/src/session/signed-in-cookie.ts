/** The server sets this cookie beside the session's cookie. Scripts can read it, and it holds no secret. */
const SIGNED_IN_COOKIE = 'pathlight_signed_in'

/** Whether the cookie says that somebody may be logged in. */
export const mayBeSignedIn = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)

/**
 * Sets the cookie, so that the page asks the server who is logged in. Call it if the browser lost the cookie but the
 * session may be valid.
 */
export const askAgain = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${SIGNED_IN_COOKIE}=1; Path=/; SameSite=Lax`
}

/** Deletes the cookie, so that the page no longer asks the server. Call it if the session ended elsewhere. */
export const askNoMore = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`
}
