import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveClient } from '@lectern/gateway/client-files.ts'
import { securityHeaders } from '@lectern/gateway/security-headers.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { buildAnew } from './built-anew.ts'
import { test as base, need } from './journey.ts'

const DIST = new URL('../../../frontend/dist', import.meta.url).pathname

/** The gateway's own part that serves the client, over a copy of the built one. */
const serveFiles = async (dist: string, hasShell: boolean) => {
  const headersOf = securityHeaders({ https: false })
  const app = createHttpApp({ log: createLog('gateway', 'silent'), headersOf })
  const facts = {
    origin: 'http://127.0.0.1',
    supportEmail: 'support@lectern.example',
    legal: {},
    hasPlans: true,
  }
  await serveClient(app, { dist, facts, updateProgress: async () => undefined, hasShell })
  await app.ready()
  return app
}

/** Hands a call of the API to the stack, whose gateway must see its own host. */
const forward = (gateway: URL, asked: IncomingMessage, answer: ServerResponse): void => {
  const { url = '/', method, headers } = asked
  const call = request(new URL(url, gateway), { method, headers: { ...headers, host: gateway.host } })
  call.on('response', answered => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
  })
  call.on('error', () => answer.destroy())
  answer.on('close', () => call.destroy())
  asked.pipe(call)
}

/** A site of its own, in front of the stack's API, whose client can be deployed anew. */
export const startDeployment = async () => {
  const dist = mkdtempSync(join(tmpdir(), 'lectern-dist-'))
  cpSync(DIST, dist, { recursive: true, filter: file => !/\.(br|gz)$/.test(file) })
  const gateway = new URL(need('LECTERN_URL'))
  let files = await serveFiles(dist, true)
  const replace = async (hasShell: boolean) => {
    await files.close()
    files = await serveFiles(dist, hasShell)
  }
  const server = createServer((asked, answer) => {
    if (asked.url?.startsWith('/api/')) forward(gateway, asked, answer)
    else files.routing(asked, answer)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  /** Ends the server: nothing is answered. */
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    start: () => listen(port),
    /** Deploys a new version, whose document says its name in a meta element. */
    deploy: async (version: string) => {
      buildAnew(dist, version)
      await replace(true)
    },
    /** Takes a file away, as a deployment that broke off leaves it. */
    lose: async (file: string) => {
      rmSync(join(dist, file))
      await replace(true)
    },
    /** What an operator does with OFFLINE_SHELL=off. */
    switchShellOff: () => replace(false),
    end: async () => {
      if (server.listening) await stop()
      await files.close()
      rmSync(dist, { recursive: true })
    },
  }
}

export type Deployment = Awaited<ReturnType<typeof startDeployment>>

/** A journey on a site of its own, where the service worker may run. */
export const test = base.extend<{ deployment: Deployment }>({
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
  deployment: async ({}, use) => {
    const deployment = await startDeployment()
    await use(deployment)
    await deployment.end()
  },
  baseURL: async ({ deployment }, use) => use(deployment.url),
})
