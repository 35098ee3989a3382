import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import {
  NO_PLANS_PAGE,
  NOT_FOUND_PAGE,
  ORIGIN_PLACEHOLDER,
  PAGES_FOLDER,
  SUPPORT_EMAIL_PLACEHOLDER,
} from '@lectern/contracts/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type LegalSettings, withLegalFacts } from './legal-facts.ts'

type Page = {
  readonly html: Buffer
  readonly etag: string
  /** Brotli, made at the first request: all pages at once would hold up the start. */
  readonly compressed: () => Promise<Buffer>
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const compress = promisify(brotliCompress)

const pageOf = (document: string): Page => {
  const html = Buffer.from(document)
  let compressed: Promise<Buffer> | undefined
  return {
    html,
    etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
    compressed: () => {
      compressed ??= compress(html, QUALITY)
      return compressed
    },
  }
}

/** The address of the app's document, which the service worker stores. */
export const SHELL = 'index.html'

/** The style sheet hides what tells of plans in such a document, and the client offers none. */
const withoutPlans = (document: string): string => document.replace('<html ', '<html data-plans="none" ')

export type PublicPages = ReturnType<typeof readPublicPages>

/**
 * The pages that the build rendered, with the site's own origin, address of support and operator. They are few and small, so they
 * stay in memory.
 * @param dist folder of the built client; without the pages there are none
 */
export const readPublicPages = (dist: string, { origin, supportEmail, legal, hasPlans }: SiteFacts) => {
  const folder = join(dist, PAGES_FOLDER)
  const read = (file: string) => {
    const built = readFileSync(join(dist, file), 'utf8')
    return hasPlans ? built : withoutPlans(built)
  }
  const files = existsSync(folder) ? globSync('**/*.html', { cwd: folder }).toSorted() : []
  const pages = new Map(
    files.map(file => {
      const document = withLegalFacts(read(join(PAGES_FOLDER, file)), legal)
        .replaceAll(ORIGIN_PLACEHOLDER, origin)
        .replaceAll(SUPPORT_EMAIL_PLACEHOLDER, supportEmail)
      return [`/${file.replace(/\.html$/, '')}`, pageOf(document)]
    }),
  )
  const notFound = pages.get(`/${NOT_FOUND_PAGE}`)
  const noPlans = pages.get(`/${NO_PLANS_PAGE}`)
  for (const name of [NOT_FOUND_PAGE, NO_PLANS_PAGE]) pages.delete(`/${name}`)
  if (!hasPlans && noPlans) pages.set('/pricing', noPlans)
  return {
    /** The document of the app's screens; undefined without a build. */
    shell: existsSync(join(dist, SHELL)) ? pageOf(read(SHELL)) : undefined,
    /** The addresses of the pages that search engines may list, in order. */
    paths: [...pages.keys()],
    /** @param path without query; a slash at its end is ignored */
    at: (path: string): Page | undefined => pages.get(path.replace(/\/$/, '')),
    /** The page for unknown addresses; undefined without a build. */
    notFound,
  }
}

/** The gateway's own facts that the pages name. */
export type SiteFacts = {
  readonly origin: string
  readonly supportEmail: string
  readonly legal: LegalSettings
  /** false: all accounts are unlimited, and nothing is sold. */
  readonly hasPlans: boolean
}

export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { html, compressed, etag }: Page,
): Promise<FastifyReply> => {
  reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === etag && reply.statusCode === 200) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(html)
  return reply.header('content-encoding', 'br').send(await compressed())
}
