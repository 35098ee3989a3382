import { sourceOf } from '@lectern/contracts/article-id.ts'
import {
  ARTICLE_IMAGES_MAX,
  COPY_WIDTHS,
  type CopyWidth,
  imageSources,
  isImageWanted,
} from '@lectern/contracts/images.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import type { SafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { type Copies, makeCopies, NoImage } from './copies.ts'
import { fetchFile } from './fetch-file.ts'
import { type CardRole, type ImageStore, LONGEST_MS, type Place } from './image-store.ts'
import type { Wish } from './wishes.ts'

const cardWidths: Record<CardRole, readonly CopyWidth[]> = {
  lead: [COPY_WIDTHS.card, COPY_WIDTHS.cardWide],
  favicon: [COPY_WIDTHS.icon],
}

export type FetchImagesTools = {
  readonly safeFetch: SafeFetch
  readonly store: ImageStore
  /** The stored HTML of a version. */
  readonly htmlOf: (contentHash: string) => Promise<string | undefined>
  /** Called when images of the article were added, so that open tabs show them. */
  readonly tell: (articleId: string) => Promise<void>
  readonly log: Log
}

/**
 * Fetches the images of a wish that are not there: those of the card, then those of the text. An image that cannot be had is
 * noted and does not stop the others. Throws only where Postgres fails or the signal aborts; the wish can then be repeated.
 */
export async function fetchImages(wish: Wish, tools: FetchImagesTools, signal: AbortSignal): Promise<void> {
  const { articleId, contentHash } = wish
  const turn = {
    leavesOne: wish.kind !== workKinds.opened,
    signal,
    deadline: AbortSignal.timeout(LONGEST_MS),
  }
  const files = fetchOnce(turn, tools)
  const cardChanged = [
    await addToCard(wish, 'lead', files, tools),
    await addToCard(wish, 'favicon', files, tools),
  ].includes(true)
  if (cardChanged) await tools.tell(articleId)
  if (!wish.whole || contentHash === null) return

  const html = await tools.htmlOf(contentHash)
  if (html === undefined) return
  const known = await tools.store.ofText(articleId, contentHash)
  const waiting = imageSources(html)
    .slice(0, ARTICLE_IMAGES_MAX)
    .map(address => ({ address, place: { articleId, contentHash, source: sourceOf(address) } }))
    .filter(({ place }) => isImageWanted(known.get(place.source)))
  let added = false
  const addAll = async () => {
    // The ones that are left have no row, so that they are wanted when somebody opens the article again.
    for (let next = waiting.shift(); next && !turn.deadline.aborted; next = waiting.shift())
      added = (await addToText(next.place, next.address, files, tools)) || added
  }
  await Promise.all(Array.from({ length: wish.kind === workKinds.opened ? 2 : 1 }, addAll))
  if (added) await tools.tell(articleId)
}

type Files = (address: string) => Promise<Uint8Array>

/** @returns whether the card has another image now */
async function addToCard(
  wish: Wish,
  role: CardRole,
  files: Files,
  tools: FetchImagesTools,
): Promise<boolean> {
  const address = wish[role]
  if (address === null) return false
  const { store } = tools
  const place: Place = { articleId: wish.articleId, role, source: sourceOf(address) }
  const known = await store.ofCard(wish.articleId, role)
  if (known?.source === place.source && !isImageWanted(known)) return false
  const other = await store.ofOtherCard(role, place.source)
  if (other?.outcome === 'stored' && other.image !== null) {
    await store.putSame(place, other.image)
    return true
  }
  if (other) {
    await store.putNone(place, other.outcome === 'left-out' ? 'left-out' : 'failed')
    return false
  }
  return add(place, address, cardWidths[role], files, tools)
}

async function addToText(
  place: Place,
  address: string,
  files: Files,
  tools: FetchImagesTools,
): Promise<boolean> {
  const older = await tools.store.ofOtherVersion(place.articleId, place.source)
  if (await add(place, address, [COPY_WIDTHS.reading], files, tools)) return true
  if (older === undefined) return false
  await tools.store.putSame(place, older)
  return true
}

/** @returns whether there is an image now */
async function add(
  place: Place,
  address: string,
  widths: readonly CopyWidth[],
  files: Files,
  { store, log }: FetchImagesTools,
): Promise<boolean> {
  // An image that ends the process is not tried again at once.
  await store.putNone(place, 'failed')
  let made: Copies | 'left-out'
  try {
    made = await makeCopies(await files(address), widths)
  } catch (error) {
    if (!(error instanceof FetchFailure || error instanceof NoImage)) {
      await store.forgetTry(place)
      throw error
    }
    log.debug({ err: error, articleId: place.articleId }, 'an image has no copy')
    return false
  }
  if (made === 'left-out') await store.putNone(place, 'left-out')
  else await store.putImage(place, made)
  return made !== 'left-out'
}

/** Keeps the last two files: the lead image often stands at the start of the text, too. */
function fetchOnce(
  { signal, deadline, leavesOne }: { signal: AbortSignal; deadline: AbortSignal; leavesOne: boolean },
  { safeFetch }: FetchImagesTools,
): Files {
  const turn = { signal: AbortSignal.any([signal, deadline]), leavesOne }
  const last = new Map<string, Promise<Uint8Array>>()
  return address => {
    const file = last.get(address) ?? fetchFile(address, turn, safeFetch)
    last.set(address, file)
    for (const [oldest] of last) if (last.size > 2) last.delete(oldest)
    return file.catch((error: unknown) => {
      if (signal.aborted || !deadline.aborted) throw error
      throw new FetchFailure('timeout', 'the images of the article took too long', { cause: error })
    })
  }
}
