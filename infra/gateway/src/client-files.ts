import { readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { PAGES_FOLDER } from '@lectern/contracts/public-pages.ts'
import { screenAt } from '@lectern/contracts/screens.ts'
import type { FastifyInstance } from 'fastify'
import { sendProgress } from './progress-page.ts'
import { readPublicPages, SHELL, type SiteFacts, sendPage } from './public-pages.ts'
import { serveSiteFiles } from './site-files.ts'

/** It is served at /pay alone, whose policy lets Stripe in. */
const CARD_FORM = 'pay.html'

/** Scripts and programs that miss something get JSON; a browser that opens an address gets a page. */
const wantsPage = (path: string, accept = ''): boolean =>
  !/^\/(api|assets)\//.test(path) && accept.includes('text/html')

const WORKER = 'sw.js'
/** The service worker that takes the place of WORKER in every browser, and removes what that stored. */
const SHELL_OFF = readFileSync(new URL('./shell-off.js', import.meta.url))

export type ClientParts = {
  /** Folder of the built client. */
  readonly dist: string
  readonly facts: SiteFacts
  readonly updateProgress: () => Promise<number | undefined>
  /** Whether browsers may store the client, and open it without a network. */
  readonly hasShell: boolean
}

/**
 * Serves the built client, compressed where the browser accepts that. A screen of the app gets index.html, and the card
 * form, /pay, a document of its own; both the progress page during an update of the read models. A public page is a
 * document, too, and needs no read model. Every other path is a 404: a page for browsers, else JSON.
 */
export const serveClient = async (
  app: FastifyInstance,
  { dist, facts, updateProgress, hasShell }: ClientParts,
): Promise<void> => {
  const pages = readPublicPages(dist, facts)
  const { shell } = pages
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: [CARD_FORM, SHELL, `${PAGES_FOLDER}/**`, ...(hasShell ? [] : [WORKER])],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  if (shell) app.get(`/${SHELL}`, (request, reply) => sendPage(request, reply, shell))
  serveSiteFiles(app, facts, pages.paths)
  if (!hasShell)
    app.get(`/${WORKER}`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript').send(SHELL_OFF),
    )
  app.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const page = pages.at(path)
    if (page) return sendPage(request, reply, page)
    if (shell && (path === '/pay' || screenAt(path) === 'app')) {
      const percent = await updateProgress()
      if (percent !== undefined) return sendProgress(reply, percent)
      return path === '/pay' ? reply.sendFile(CARD_FORM) : sendPage(request, reply, shell)
    }
    if (!pages.notFound || !wantsPage(path, request.headers.accept)) return reply.callNotFound()
    return sendPage(request, reply.code(404), pages.notFound)
  })
}
