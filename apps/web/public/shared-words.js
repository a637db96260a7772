// Fetches a shared item before the app's scripts, which would need seconds on a slow connection. The page's address has
// the item's key after its #, and a browser sends that part of an address to no server. This script sends the key in
// the body of a POST. The answer is this page with the item in it (services/pages/src/serve-web.ts), and React hydrates
// it like any other page.
;(() => {
  /** In milliseconds. After this time the app's scripts fetch the item, which counts as another visit. */
  const LONGEST_MS = 10_000
  /** In milliseconds. After this time the app's scripts are fetched, but not run, beside the item. */
  const FETCH_SCRIPTS_MS = 3_000
  const key = location.hash.slice(1)
  const scripts = document.getElementById('scripts')
  if (scripts === null || !/^[\w-]{43}$/.test(key)) return
  // Removes the template. Otherwise before-scripts.js would start the app's scripts, which would hydrate a page that
  // this script is about to replace.
  scripts.remove()
  const request = new XMLHttpRequest()
  const late = setTimeout(() => {
    for (const script of scripts.content.querySelectorAll('script')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = script.getAttribute('src') ?? ''
      document.head.append(link)
    }
  }, FETCH_SCRIPTS_MS)
  const show = () => {
    clearTimeout(late)
    const isOurs = request.status === 200 && request.getResponseHeader('x-pathlight') !== null
    const part = (id) => (isOurs && request.responseXML?.getElementById(id)) || null
    const [root, state] = [part('root'), part('state')]
    if (state) document.getElementById('state')?.replaceWith(state)
    const frame = document.getElementById('root')
    if (root?.dataset.rendered !== undefined) frame?.replaceWith(root)
    // The server does not render a long item. The app then renders it from the state, in place of the frame.
    else if (root) frame?.removeAttribute('data-rendered')
    document.head.append(scripts.content.cloneNode(true))
  }
  request.open('POST', `${location.pathname}/words${location.search}`)
  // The browser parses the answer, so no text becomes HTML here, and no script in the answer would run.
  request.responseType = 'document'
  request.timeout = LONGEST_MS
  request.setRequestHeader('accept', 'text/html')
  request.setRequestHeader('content-type', 'application/json')
  request.onloadend = () => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
    else show()
  }
  request.send(JSON.stringify({ key }))
})()
