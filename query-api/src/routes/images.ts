import { Rejected } from '@lectern/contracts/api/errors.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance } from 'fastify'
import { readImage } from '../images/read-image.ts'
import type { QueryTools } from '../tools.ts'

type ByHash = { Params: { hash: string }; Querystring: { w?: unknown } }

/** A page of cards asks for many pictures at once. The other connections are left to lists. */
const AT_ONCE = 3

const WIDTHS = new Map(Object.values(COPY_WIDTHS).map(width => [String(width), width]))

/** Our copies of pictures. An address names one content for ever; logout clears what the browser keeps (accounts.ts). */
export const imageRoute = (app: FastifyInstance, { read }: QueryTools): void => {
  const atOnce = limitConcurrency(AT_ONCE)

  app.get<ByHash>('/api/images/:hash', async (request, reply): Promise<Buffer> => {
    const caller = requireCaller(request)
    const { hash } = request.params
    const width = WIDTHS.get(String(request.query.w ?? COPY_WIDTHS.reading))
    if (!/^[0-9a-f]{64}$/.test(hash) || width === undefined) throw new Rejected('not-found')
    const content = await atOnce.use(() => readImage(read(), caller, hash, width))
    if (content === undefined) throw new Rejected('not-found')
    reply.headers({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    return content
  })
}
