import { sourceOf } from '@lectern/contracts/article-id.ts'
import { escapeHtml } from '@lectern/contracts/escape-html.ts'
import {
  ARTICLE_IMAGES_MAX,
  type ImageOutcome,
  imagePath,
  imageSources,
  isImageWanted,
  replaceImages,
  type StoredImage,
} from '@lectern/contracts/images.ts'
import { type ArticleOpened, workSubjects } from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { tell } from '@lectern/platform/nats/request.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'

/** A version of an article that somebody opens. Both hashes are in hex. */
export type OpenedArticle = {
  readonly libraryId: string
  readonly articleId: string
  readonly contentHash: string
}

/** Puts our copies of the pictures into the stored HTML of an article, and tells workers which are missing. */
export type WithImages = (db: ReadDb, html: string, opened: OpenedArticle) => Promise<string>

/** @param nats undefined until NATS has been reached: what is missing is then fetched the next time */
export const withImages =
  (nats: () => Nats | undefined): WithImages =>
  async (db, html, opened) => {
    const copies = await copiesOf(db, opened)
    const sources = imageSources(html)
    const lacksImages =
      sources.slice(0, ARTICLE_IMAGES_MAX).some(source => isImageWanted(copies.get(sourceOf(source)))) ||
      (await lacksCard(db, opened))
    tellOpened(nats(), { ...opened, lacksImages })
    return !html.includes('<img')
      ? html
      : replaceImages(html, image => elementOf(image, copies.get(sourceOf(image.source))))
  }

type Copy = {
  readonly outcome: ImageOutcome
  readonly image: string | null
  readonly width: number | null
  readonly height: number | null
  /** Tried within a day. */
  readonly isFresh: boolean
}

const isFresh = sql<boolean>`tried_at > now() - interval '1 day'`.as('isFresh')

const copiesOf = async (
  db: ReadDb,
  { articleId, contentHash }: OpenedArticle,
): Promise<Map<string, Copy>> => {
  const rows = await db
    .selectFrom('content.article_images as placed')
    .leftJoin('content.images as image', 'image.hash', 'placed.image')
    .where('article_id', '=', Buffer.from(articleId, 'hex'))
    .where('content_hash', '=', contentHash)
    .select(['source', 'outcome', 'placed.image', 'width', 'height', isFresh])
    .execute()
  return new Map(rows.map(row => [row.source, row]))
}

/** Whether a picture of the card had to leave the full store, or failed a day ago. */
const lacksCard = async (db: ReadDb, { articleId }: OpenedArticle): Promise<boolean> => {
  const rows = await db
    .selectFrom('content.card_images')
    .where('article_id', '=', Buffer.from(articleId, 'hex'))
    .select(['outcome', 'image', isFresh])
    .execute()
  return rows.some(isImageWanted)
}

/** An image with its size, so that nothing jumps when it loads; nothing for a tracker; or a frame that leads to the original. */
const elementOf = (stored: StoredImage, copy: Copy | undefined): string => {
  if (copy?.outcome === 'left-out') return ''
  const words = { alt: stored.alt, title: stored.title }
  if (copy?.image && copy.width !== null && copy.height !== null) {
    return `<img${attributes({ src: imagePath(copy.image), ...words, width: copy.width, height: copy.height })}>`
  }
  const source = stored.source.startsWith('data:') ? undefined : stored.source
  // Text in it would move the places of notes, which count the article's characters.
  return `<span${attributes({
    'data-image-missing': '',
    'data-source': source,
    'data-alt': stored.alt || undefined,
  })}></span>`
}

const attributes = (all: Record<string, string | number | undefined>): string =>
  Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('')

const tellOpened = (nats: Nats | undefined, opened: ArticleOpened): void => {
  try {
    if (nats) tell(nats, workSubjects.articleOpened, opened)
  } catch {
    // The connection is closing. The next one who opens the article tells it.
  }
}
