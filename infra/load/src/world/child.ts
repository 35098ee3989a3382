import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A helper process that listens on a port of 127.0.0.1 and ends with us. */
export type Served = { readonly port: number; readonly pid: number; close(): void }

/**
 * Starts a module that sends its port once it listens.
 * @throws Error if it ends before
 */
export const serve = async (module: URL, env: NodeJS.ProcessEnv = {}): Promise<Served> => {
  // Services run in sessions of their own, and so does this: Linux may schedule by session.
  const child = fork(module, { env: { ...process.env, ...env }, detached: true })
  const port = await Promise.race([firstMessage(child), endOf(child, module)])
  return { port, pid: child.pid ?? 0, close: () => void (child.connected && child.disconnect()) }
}

const firstMessage = async (child: ChildProcess): Promise<number> => {
  const [port] = await once(child, 'message')
  return port
}

const endOf = async (child: ChildProcess, module: URL): Promise<never> => {
  const [status] = await once(child, 'exit')
  throw new Error(`${module.pathname} ended with ${status} before it listened`)
}
