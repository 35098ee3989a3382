import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ProvidePageRequest } from '@lectern/contracts/api/link-requests.ts'
import type { LinkIdAnswer } from '@lectern/contracts/api/links.ts'
import { PAGE_BODY_MAX, PAGE_MAX } from '@lectern/contracts/limits.ts'
import { BODY_WITHIN_MS_MAX } from '@lectern/platform/http/answer-in-time.ts'
import { type Caller, requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance } from 'fastify'
import { eventId, type Issued } from '../aggregate/issued.ts'
import type { Outcome } from '../aggregate/mailbox.ts'
import type { Aggregates } from '../aggregates.ts'
import type { KeptBytes } from '../bytes/kept-bytes.ts'
import { findLink } from '../domain/library/links.ts'
import type { ProvidedPages } from '../reading/provided-pages.ts'
import { type ById, idOf, issuedBy, now, tellPosition } from './commands.ts'

/** Gives up the page that a person provided for a link. @throws Rejected link-not-found */
export type RemovePage = (libraryId: string, linkId: number, issued: Issued) => Promise<Outcome<unknown>>

export const removePageWith =
  ({ libraries }: Pick<Aggregates, 'libraries'>): RemovePage =>
  (libraryId, linkId, issued) =>
    libraries.handle(libraryId, { type: 'RemovePage', linkId, now: now() }, issued)

/** Stores a page and gives it to a link; a worker reads it. A page that was stored without its event is deleted after a week. */
export type ProvidePage = (
  caller: Caller,
  linkId: number,
  html: string,
  issued: Issued,
) => Promise<Outcome<unknown>>

type ProvideParts = Pick<Aggregates, 'libraries'> & {
  readonly providedPages: ProvidedPages
  readonly keptBytes: Pick<KeptBytes, 'spendPage'>
}

/** @throws Rejected link-not-found, too-much-today, storage-full, out-of-space, too-many-requests */
export const providePageWith =
  ({ libraries, providedPages, keptBytes }: ProvideParts): ProvidePage =>
  async ({ userId, libraryId }, linkId, html, issued) => {
    await libraries.read(libraryId, library => void findLink(library, linkId))
    // A repeated request names the page of the first one.
    const pageId = eventId(libraryId, issued.commandId, 0)
    // The page of a repeated request was stored, and is perhaps read already.
    if ((await libraries.recall(libraryId, issued.commandId)) === undefined)
      await keptBytes.spendPage(userId, Buffer.byteLength(html), () =>
        providedPages.put({ id: pageId, libraryId, linkId, html }),
      )
    const provide = { type: 'ProvidePage', libraryId, linkId, pageId, now: now() } as const
    return libraries.handle(libraryId, provide, issued)
  }

export type PageRouteParts = {
  readonly removePage: RemovePage
  readonly providePage: ProvidePage
  readonly limits: Limits
}

/**
 * The page of a link as a person saw it: behind a sign-in, or where the site refuses our worker. It comes as bytes of UTF-8, and
 * as JSON from clients that were opened before; JSON is refused once CLIENT_VERSION is 4. Register it in a scope of its own: it
 * alone takes text/html.
 */
export const pageRoutes = (
  app: FastifyInstance,
  { providePage, removePage, limits }: PageRouteParts,
): void => {
  const limited = { onRequest: limits.ofCaller(30, { name: 'provided-pages' }) }
  app.addContentTypeParser('text/html', { parseAs: 'string' }, (_request, html, done) => done(null, { html }))
  const upload = { ...limited, bodyLimit: PAGE_BODY_MAX, config: { bodyWithinMs: BODY_WITHIN_MS_MAX } }

  app.put<ById>('/api/links/:id/page', upload, async (request, reply) => {
    const caller = requireCaller(request)
    const linkId = idOf(request, 'link-not-found')
    const html = htmlOf(readInput(ProvidePageRequest, request.body))
    tellPosition(reply, await providePage(caller, linkId, html, issuedBy(request, caller)))
    return reply.code(202).send({ id: linkId } satisfies LinkIdAnswer)
  })

  app.delete<ById>('/api/links/:id/page', limited, async (request, reply): Promise<LinkIdAnswer> => {
    const caller = requireCaller(request)
    const id = idOf(request, 'link-not-found')
    tellPosition(reply, await removePage(caller.libraryId, id, issuedBy(request, caller)))
    return { id }
  })
}

const HTML_BEGINS = /<(!doctype\s+html|html|head|body)\b/i
const BEGINNING = 1_000

/** @throws Rejected body-too-large, unsupported-media-type */
const htmlOf = ({ html }: ProvidePageRequest): string => {
  if (Buffer.byteLength(html) > PAGE_MAX)
    throw new Rejected('body-too-large', {}, 'This page is larger than 5 MB.')
  if (!HTML_BEGINS.test(html.slice(0, BEGINNING)) || html.includes('\0'))
    throw new Rejected('unsupported-media-type', {}, 'This page is not HTML.')
  return html.toWellFormed()
}
