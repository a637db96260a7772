// Served in place of the service worker while SERVICE_WORKER=off. It replaces any worker that a browser has of this
// site. It deletes the texts and files that the old worker kept (what a person wrote is kept elsewhere). Then it ends
// itself, and loads again the pages that the old worker had served.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const end = async () => {
    const kept = await caches.keys()
    await Promise.all(kept.map((name) => caches.delete(name)))
    const pages = await self.clients.matchAll({ type: 'window' })
    await self.registration.unregister()
    // Only where there was an older one: a page that is loaded anew would register this, too.
    if (kept.length > 0) for (const page of pages) page.navigate(page.url).catch(() => undefined)
  }
  event.waitUntil(end())
})
