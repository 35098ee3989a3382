// Answers /sw.js while OFFLINE_SHELL is off. It takes the place of the service worker that a browser has, deletes the stored
// shell, and then itself. Kept articles and waiting acts are in IndexedDB, where it leaves them. Open tabs go on with the network.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(end()))

const end = async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
