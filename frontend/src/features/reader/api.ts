import { LinkContent } from '@lectern/contracts/api/links.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Id, linkPath } from '../../data/id.ts'
import { keys } from '../../data/links/keys.ts'
import { ASK_AGAIN_MS } from '../../data/links/queries.ts'
import { getAnswer, getJson, sendOk } from '../../lib/api.ts'
import { sleep } from '../../lib/sleep.ts'

/** After this time an opened article is read again, since another device may have moved the position. */
const FRESH_MS = 60_000

const pathOf = (id: Id, version?: string) =>
  linkPath(id, `/content${version === undefined ? '' : `?version=${version}`}`)

/** The newest text of a link's article, or its state: pending, or failed with a reason. */
export const contentQuery = (id: Id) =>
  queryOptions({
    queryKey: keys.content(id),
    queryFn: ({ signal }) => getJson(pathOf(id), LinkContent, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => state.data?.status === 'pending' && ASK_AGAIN_MS,
  })

/** One version of the text. It never changes. */
export const versionQuery = (id: Id, version: string) =>
  queryOptions({
    queryKey: keys.version(id, version),
    queryFn: ({ signal }) => getJson(pathOf(id, version), LinkContent, { signal }),
  })

/** How often a page that is read again is asked for, and how long. Most pages take a few seconds. */
const ASK_MS = 2_000
const ASK_FOR_MS = 120_000

/**
 * Has the link's page read again.
 * @returns the content when that has ended; null if it takes longer than two minutes
 * @throws ApiError, with status 429 when the page was read again too often
 */
export const rereadPage = async (
  client: QueryClient,
  id: Id,
  signal: AbortSignal,
): Promise<LinkContent | null> => {
  await sendOk({ method: 'POST', path: linkPath(id, '/reread') }, undefined, signal)
  for (let waited = 0; waited < ASK_FOR_MS; waited += ASK_MS) {
    const { body, isBehind } = await getAnswer(pathOf(id), LinkContent, { signal })
    if (!isBehind && !body.isRereading) {
      client.setQueryData(contentQuery(id).queryKey, body)
      return body
    }
    await sleep(ASK_MS, signal)
  }
  return null
}
