// The server sends this in place of the service worker while SERVICE_WORKER=off. It replaces the site's worker in every
// browser that has one. It deletes the texts and files that the old worker kept; a person's own words are kept
// elsewhere. Then it unregisters itself and reloads the pages that the old worker had served.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const end = async () => {
    const cacheNames = await caches.keys()
    await Promise.all(cacheNames.map((name) => caches.delete(name)))
    const pages = await self.clients.matchAll({ type: 'window' })
    await self.registration.unregister()
    // Without an older worker there is nothing to reload, and a reloaded page would register this one again.
    if (cacheNames.length > 0) for (const page of pages) page.navigate(page.url).catch(() => undefined)
  }
  event.waitUntil(end())
})
