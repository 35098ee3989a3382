import { LinkContent } from '@lectern/contracts/api/links.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { ApiError, errorOf, getJson, send, withTimeout } from '../../lib/api.ts'
import { sleep } from '../../lib/sleep.ts'
import { type Link, linkIn } from '../answers.ts'
import { type Id, inLibrary, linkPath, numberOf, ownerOf } from '../id.ts'
import { fetchNotesOfLink } from '../notes/queries.ts'
import type { ArticleToKeep, SavedImage } from './store.ts'

/** How often the server is asked for an article whose page is being read. Each time it waits up to 15 s itself. */
const ASKS_MAX = 4
const DEFAULT_PAUSE_S = 5
/** A server with too many requests under way is asked again after this pause, so many times. */
const BUSY_PAUSE_MS = 1_000
const BUSY_MAX = 5
/** Pictures of one article under way at once. */
const IMAGES_AT_ONCE = 4
/** Pictures of a page that was read less than this ago may still be on their way to the server. */
const IMAGES_ARRIVE_MS = 60_000
const IMAGES_PAUSE_MS = 2_000
const IMAGES_ASKS_MAX = 5

/** An article as the server has it, ready to be kept. */
export type Fetched = Omit<ArticleToKeep, 'isByHand'>

export const fetchLink = (id: Id, signal: AbortSignal): Promise<Link> =>
  unlessBusy(() => getJson(linkPath(id), linkIn(ownerOf(id)), { signal }), signal)

/**
 * Has the server make the article ready, and waits for it.
 * @throws ApiError with status 422 and the reason when the page could not be read
 */
export const prepare = async (id: Id, signal: AbortSignal): Promise<void> => {
  for (let asked = 1; ; asked++) {
    const request = {
      method: 'POST',
      path: inLibrary('/api/cache-article', ownerOf(id)),
      body: { articleId: numberOf(id) },
    } as const
    const response = await send(request, undefined, signal)
    // The text comes with its version and its notes; a page of a captive portal is not JSON.
    if (response.ok) return void (await response.json())
    const isLater = response.status === 503 || response.status === 429
    if (!isLater || asked === ASKS_MAX) throw await errorOf(response)
    await sleep(Number(response.headers.get('retry-after') ?? DEFAULT_PAUSE_S) * 1_000, signal)
  }
}

/**
 * Reads the article with its notes and all pictures that the server has of it. Throws ApiError on a refusal, other errors
 * without an answer.
 * @param link undefined to read it, too
 */
export const fetchArticle = async (id: Id, signal: AbortSignal, link?: Link): Promise<Fetched> => {
  const [shown, content, notes] = await Promise.all([
    link ?? fetchLink(id, signal),
    fetchContent(id, signal),
    unlessBusy(() => fetchNotesOfLink(id, signal), signal),
  ])
  if (content.content === null) throw new ApiError(422, content.reason ?? 'This article could not be read.')
  return {
    link: shown,
    content,
    notes: notes.data,
    images: await fetchImages(addressesOf(shown, content.content), signal),
  }
}

/** The content. Waits for the pictures of a page that has just been read. */
const fetchContent = async (id: Id, signal: AbortSignal): Promise<LinkContent> => {
  for (let asked = 1; ; asked++) {
    const path = linkPath(id, '/content')
    const content = await unlessBusy(() => getJson(path, LinkContent, { signal }), signal)
    const readAt = Date.parse(content.versions[0]?.readAt ?? '')
    const mayLack = content.content?.includes('data-image-missing') && Date.now() - readAt < IMAGES_ARRIVE_MS
    if (!mayLack || asked === IMAGES_ASKS_MAX) return content
    await sleep(IMAGES_PAUSE_MS, signal)
  }
}

// Not with contracts/images.ts, whose code would come to the dashboard with the part of it that cards use.
const ADDRESS = /^\/api\/images\/([0-9a-f]{64})(?![0-9a-f])/
const IMAGE = /<img src="([^"]+)"/g

/** The address of the largest copy that is shown of each picture, by its hash: those of the card, and those in the text. */
const addressesOf = ({ previewImage, favicon }: Link, html: string): Map<string, string> => {
  const addresses = new Map<string, string>()
  const add = (address: string | undefined) => {
    const hash = address && ADDRESS.exec(address)?.[1]
    if (hash) addresses.set(hash, address)
  }
  add(favicon ?? undefined)
  add(previewImage?.replace(/w=\d+$/, `w=${COPY_WIDTHS.cardWide}`))
  for (const [, address] of html.matchAll(IMAGE)) add(address)
  return addresses
}

const fetchImages = async (
  addresses: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<SavedImage[]> => {
  const images: SavedImage[] = []
  const left = addresses.entries()
  const take = async () => {
    for (const [hash, address] of left) {
      const image = await unlessBusy(() => fetchImage(hash, address, signal), signal)
      if (image) images.push(image)
    }
  }
  await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, take))
  return images
}

/** @returns undefined where the server has no such picture any more */
const fetchImage = async (
  hash: string,
  address: string,
  signal: AbortSignal,
): Promise<SavedImage | undefined> => {
  const response = await fetch(address, { signal: withTimeout(signal), credentials: 'same-origin' })
  if (response.status === 404) return undefined
  if (!response.ok) throw await errorOf(response)
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('image/')) throw new TypeError(`${address} is not a picture but ${type}`)
  return { hash, type, bytes: await response.arrayBuffer() }
}

/** Reads again while the server has too many requests of this person under way. */
const unlessBusy = async <Result>(read: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 429) || tries === BUSY_MAX) throw error
      await sleep(BUSY_PAUSE_MS, signal)
    }
  }
}
