import type { z } from 'zod'
import { AccountEvent } from './account.ts'
import { ArticleEvent } from './article.ts'
import { LibraryEvent } from './library.ts'
import { EventMetadata } from './metadata.ts'
import { NotebookEvent } from './notebook.ts'
import { STORE_STREAM, StoreEvent } from './store.ts'
import { StripeEvent } from './stripe.ts'
import { upcast } from './upcast.ts'

/** An event from the store. */
export type Recorded = { readonly stream: string; readonly type: string; readonly data: unknown }

/** Any event of the log, by kind of stream. `id` is the id of the aggregate: the rest of the stream's name. */
export type StreamEvent =
  | { readonly kind: 'library'; readonly id: string; readonly event: LibraryEvent }
  | { readonly kind: 'notebook'; readonly id: string; readonly event: NotebookEvent }
  | { readonly kind: 'account'; readonly id: string; readonly event: AccountEvent }
  | { readonly kind: 'article'; readonly id: string; readonly event: ArticleEvent }
  | { readonly kind: 'stripe'; readonly id: string; readonly event: StripeEvent }
  | { readonly kind: 'store'; readonly event: StoreEvent }
  /** The tombstone of a stream, whose events are gone. */
  | { readonly kind: 'deleted'; readonly stream: string }
  /** A stream that no part of Lectern writes. */
  | { readonly kind: 'foreign'; readonly stream: string }

/** The event has an unknown type or shape; a later version of the code may have recorded it. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent'
}

/** @throws UnreadableEvent */
const reader =
  <Schema extends z.ZodType>(schema: Schema) =>
  ({ stream, type, data }: Recorded): z.output<Schema> => {
    const read = schema.safeParse({ type, data: upcast(type, data) })
    if (read.success) return read.data
    throw new UnreadableEvent(`${type} of ${stream} cannot be read: ${read.error.message}`)
  }

export const readLibraryEvent = reader(LibraryEvent)
export const readNotebookEvent = reader(NotebookEvent)
export const readAccountEvent = reader(AccountEvent)
export const readArticleEvent = reader(ArticleEvent)
export const readStripeEvent = reader(StripeEvent)
const readStoreEvent = reader(StoreEvent)

/** @throws UnreadableEvent */
export const readEvent = (recorded: Recorded): StreamEvent => {
  const { stream, type } = recorded
  if (type === '$streamDeleted') return { kind: 'deleted', stream }
  if (stream === STORE_STREAM) return { kind: 'store', event: readStoreEvent(recorded) }
  const dash = stream.indexOf('-')
  const id = stream.slice(dash + 1)
  switch (stream.slice(0, Math.max(dash, 0))) {
    case 'library':
      return { kind: 'library', id, event: readLibraryEvent(recorded) }
    case 'notebook':
      return { kind: 'notebook', id, event: readNotebookEvent(recorded) }
    case 'account':
      return { kind: 'account', id, event: readAccountEvent(recorded) }
    case 'article':
      return { kind: 'article', id, event: readArticleEvent(recorded) }
    case 'stripe':
      return { kind: 'stripe', id, event: readStripeEvent(recorded) }
    default:
      return { kind: 'foreign', stream }
  }
}

/** @throws UnreadableEvent */
export const readMetadata = ({ stream, type, metadata }: Recorded & { metadata: unknown }): EventMetadata => {
  const read = EventMetadata.safeParse(metadata)
  if (read.success) return read.data
  throw new UnreadableEvent(`The metadata of ${type} in ${stream} cannot be read: ${read.error.message}`)
}

/** The default case of a switch: compiles only where every case is handled. */
export const unhandled = (value: never): never => {
  throw new TypeError(`Nothing handles ${JSON.stringify(value)}`)
}
