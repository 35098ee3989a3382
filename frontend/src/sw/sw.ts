import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { OUTBOX_SYNC } from '../data/outbox/ask-for-sync.ts'
import { sendOutboxInWorker } from '../data/outbox/in-worker.ts'
import { answerImage, isImage } from './images.ts'
import { answerScreen, isScreen } from './screens.ts'

declare const self: ServiceWorkerGlobalScope
declare global {
  /** Background Sync is not in TypeScript's library. */
  interface ServiceWorkerGlobalScopeEventMap {
    sync: ExtendableEvent & { readonly tag: string }
  }
}

/** The files of this version, which the build puts here. */
const files = self.__WB_MANIFEST

precacheAndRoute(files, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()
registerRoute(isScreen, answerScreen(files.map(file => (typeof file === 'string' ? file : file.url))))
registerRoute(isImage, answerImage)
// A browser that cannot read what it has stored gets it from the server.
setCatchHandler(({ request }) => fetch(request))

// The browser wakes the worker once there is a connection. A rejection makes it try again later.
self.addEventListener('sync', event => {
  if (event.tag === OUTBOX_SYNC) event.waitUntil(sendOutboxInWorker())
})

// The first version serves the page that brought it, too. A later one waits until a person has asked for it (app/shell).
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
