import { ApiError } from '../../lib/api.ts'
import type { Id } from '../id.ts'
import { fetchArticle, fetchLink, prepare } from './fetch-article.ts'
import { hasRoomFor } from './room.ts'
import { type ArticleToKeep, keepArticle, type SavedSummary } from './store.ts'

/** Why an article is not saved. `title` is that of its toast, `message` the reason for the person. */
export class NotSaved extends Error {
  readonly title: 'Failed to cache article' | 'Failed to save article'
  /** Further articles cannot be saved now, either. */
  readonly isForAll: boolean
  /** The title of the article, where it is known. */
  article: string | undefined

  constructor(title: NotSaved['title'], reason: string, isForAll: boolean, cause?: unknown) {
    super(reason, { cause })
    this.title = title
    this.isForAll = isForAll
  }
}

/** The server has no such article: it was deleted. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && !error.isPage

export type SaveParts = {
  readonly userId: string
  /** False once another user may be signed in in this browser. */
  readonly isCurrent: () => boolean
}

/**
 * Reads an article from the server and keeps it. It is saved once its text, notes and pictures are all stored.
 * @throws NotSaved; the signal's reason when that aborts
 */
export const saveArticle = async (
  parts: SaveParts,
  id: Id,
  isByHand: boolean,
  signal: AbortSignal,
): Promise<void> => {
  let title: string | undefined
  try {
    const link = await cached(fetchLink(id, signal), signal)
    title = link.title
    await cached(prepare(id, signal), signal)
    // Facts of the page are in the link once it has been read.
    const whole = link.extraction === 'ready' ? link : undefined
    const article = await cached(fetchArticle(id, signal, whole), signal)
    await keep(parts, { ...article, isByHand }, signal)
  } catch (error) {
    if (error instanceof NotSaved) error.article = title
    throw error
  }
}

/**
 * Reads a saved article again and keeps it for KEPT_DAYS from now, unless it was removed meanwhile.
 * @throws NotSaved; the signal's reason when that aborts
 */
export const renewArticle = async (parts: SaveParts, id: Id, signal: AbortSignal): Promise<void> => {
  const article = await cached(fetchArticle(id, signal), signal)
  await keep(parts, { ...article, isByHand: false }, signal, before => before !== undefined)
}

/** Names what went wrong while the server was asked. */
const cached = async <Result>(asking: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  try {
    return await asking
  } catch (error) {
    signal.throwIfAborted()
    const title = 'Failed to cache article'
    if (error instanceof ApiError) throw new NotSaved(title, error.message, error.status === 401, error)
    throw new NotSaved(title, 'Please check your connection and try again.', true, error)
  }
}

const FULL = 'There is no room left on this device. What was saved before stays.'
const FORBIDDEN = 'This browser does not let Lectern keep articles here.'

const keep = async (
  { userId, isCurrent }: SaveParts,
  article: ArticleToKeep,
  signal: AbortSignal,
  isWanted: (before: SavedSummary | undefined) => boolean = () => true,
): Promise<void> => {
  const title = 'Failed to save article'
  const bytes = article.images.reduce((sum, image) => sum + image.bytes.byteLength, sizeOf(article))
  if (!(await hasRoomFor(bytes))) throw new NotSaved(title, FULL, true)
  try {
    await keepArticle(userId, article, before => isCurrent() && !signal.aborted && isWanted(before))
  } catch (error) {
    const isFull = error instanceof Error && error.name === 'QuotaExceededError'
    throw new NotSaved(title, isFull ? FULL : FORBIDDEN, true, error)
  }
  signal.throwIfAborted()
  if (!isCurrent()) throw new NotSaved(title, 'You are signed out.', true)
}

/** UTF-16 takes at most two bytes a character. */
const sizeOf = ({ content, notes }: ArticleToKeep): number => 2 * JSON.stringify({ content, notes }).length
