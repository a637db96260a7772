// Fetches a shared item before the app's scripts, which would need seconds on a slow connection. The page's address has
// the item's key after its #, which a browser sends to nobody. This script sends the key in a body, and the answer is
// this page with the item in it (services/pages/src/serve-web.ts). React then hydrates the page as any other.
;(() => {
  /** In milliseconds. After this time the app's scripts fetch the item. */
  const LONGEST_MS = 3000
  const key = location.hash.slice(1)
  const scripts = document.getElementById('scripts')
  if (scripts === null || !/^[\w-]{43}$/.test(key)) return
  // Otherwise before-scripts.js would start the app's scripts, and they would hydrate a page that is being replaced.
  scripts.remove()
  const request = new XMLHttpRequest()
  const show = () => {
    const isOurs = request.status === 200 && request.getResponseHeader('x-pathlight') !== null
    for (const id of isOurs ? ['root', 'state'] : []) {
      const part = request.responseXML?.getElementById(id)
      if (part) document.getElementById(id)?.replaceWith(part)
    }
    document.head.append(scripts.content.cloneNode(true))
  }
  request.open('POST', location.pathname + location.search)
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
