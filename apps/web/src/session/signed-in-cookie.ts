/** The cookie that the server sets beside the session's. Scripts can see this one, and it holds no secret. */
const SIGNED_IN_COOKIE = 'pathlight_signed_in'

/** Whether this browser was logged in, as far as it knows. */
export const mayBeSignedIn = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)

/** Sets the cookie again, so that the server is asked. The browser lost the cookie, but the session may be valid. */
export const askAgain = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${SIGNED_IN_COOKIE}=1; Path=/; SameSite=Lax`
}

/** Deletes the cookie, so that the server is not asked. The session ended without this browser's knowledge. */
export const askNoMore = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`
}
