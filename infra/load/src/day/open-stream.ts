import { get } from 'node:http'

const AGAIN_MS = 1_000

/** Keeps the stream of changes open that an open tab has, and reads it to no purpose, until the signal aborts. */
export const openStream = (port: number, cookie: string, signal: AbortSignal): void => {
  const again = () => {
    if (!signal.aborted) setTimeout(() => openStream(port, cookie, signal), AGAIN_MS).unref()
  }
  get(
    { host: '127.0.0.1', port, path: '/api/changes', headers: { cookie }, agent: false, signal },
    answer => {
      answer.on('error', () => {}).on('close', again)
      answer.resume()
    },
  ).on('error', again)
}
