// The server sends this in place of the service worker while SERVICE_WORKER=off. The browser installs it in place of
// the site's worker. It deletes the texts and files that the old worker stored; a person's own words are stored
// elsewhere. Then it unregisters itself and reloads the pages that the old worker had served.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const end = async () => {
    const cacheNames = await caches.keys()
    await Promise.all(cacheNames.map((name) => caches.delete(name)))
    const pages = await self.clients.matchAll({ type: 'window' })
    await self.registration.unregister()
    // Without caches there was no older worker, so no page needs a reload. A reloaded page would register this worker
    // again.
    if (cacheNames.length > 0) for (const page of pages) page.navigate(page.url).catch(() => undefined)
  }
  event.waitUntil(end())
})
