/** The Background Sync that the service worker sends the outbox for. */
export const OUTBOX_SYNC = 'lectern-outbox'

type WithSync = ServiceWorkerRegistration & {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

/** Asks the browser to wake the service worker once there is a connection, also when no tab is open by then. */
export const askForSync = async (): Promise<void> => {
  try {
    const registration = (await navigator.serviceWorker?.ready) as WithSync | undefined
    await registration?.sync?.register(OUTBOX_SYNC)
  } catch {
    // The person does not allow it. The next tab sends the acts.
  }
}
