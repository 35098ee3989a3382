import { sharePath } from '@lectern/contracts/shares.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NOTHING_HERE } from './pages/layout.ts'
import type { FoundShare, Shares } from './shares.ts'
import type { Signed } from './token.ts'

export type Asked = {
  Params: { token: string }
  Querystring: Partial<Signed> & { page?: string; picture?: string }
}

/** Finds the public link at an address; undefined where the answer is that there is none. */
export const findAt =
  (shares: Shares) =>
  async (request: FastifyRequest<Asked>, reply: FastifyReply): Promise<FoundShare | undefined> => {
    const share = await shares.find(request.params.token)
    if (share !== undefined && !share.isOver) return share
    nothing(reply, share === undefined ? 404 : 410)
    return undefined
  }

/** No browser keeps a page that may be withdrawn. */
export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)

export const nothing = (reply: FastifyReply, status: 404 | 410): FastifyReply =>
  sendPage(reply.code(status), NOTHING_HERE)

type Query = {
  readonly signed?: Partial<Signed> | undefined
  readonly page?: number
  /** Belongs to a picture. */
  readonly picture?: string
}

/** An address below that of the token. */
export const addressIn = (token: string, path: string, { signed, page, picture }: Query = {}): string => {
  const query = new URLSearchParams({
    ...(page !== undefined && page > 1 && { page: String(page) }),
    ...(picture !== undefined && { picture }),
    ...(signed && { until: String(signed.until), key: String(signed.key) }),
  })
  return `${sharePath(token)}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** A feed follows changes, and programs that read it know no password. */
export const hasFeed = ({ kind, frozen, passwordHash }: FoundShare): boolean =>
  kind === 'collection' && frozen === null && passwordHash === null
