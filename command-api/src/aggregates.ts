import { type AccountEvent, accountStream } from '@lectern/contracts/events/account.ts'
import { type ArticleEvent, articleStream } from '@lectern/contracts/events/article.ts'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { type NotebookEvent, notebookStream } from '@lectern/contracts/events/notebook.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { AnyCommand } from './aggregate/issued.ts'
import { type AnyEvent, createMailboxes, type Mailboxes, type MailboxParts } from './aggregate/mailbox.ts'
import { createSnapshots } from './aggregate/snapshots.ts'
import type { KeptBytes } from './bytes/kept-bytes.ts'
import { type Account, type AccountCommand, account } from './domain/account.ts'
import { type Article, type ArticleCommand, article } from './domain/article.ts'
import type { Decider } from './domain/decider.ts'
import type { Library } from './domain/library/state.ts'
import { type LibraryCommand, library } from './domain/library.ts'
import type { Notebook } from './domain/notebook/state.ts'
import { type NotebookCommand, notebook } from './domain/notebook.ts'

const MB = 1_048_576
/** Long streams loaded at once: each takes memory and processor time from other requests. */
const COLD_LOADS_MAX = 2
/**
 * A library at all its bounds weighs 105 MB. The heap (infra/stack/src/services.ts) has room for three of them: one that is
 * kept, or others of its weight, and two that are loaded. Measured: three with 60 MB of texts take 270 MB.
 */
export const LARGEST_LIBRARY = 110 * MB

/** The mailboxes of all kinds of aggregate. */
export type Aggregates = {
  readonly libraries: Mailboxes<Library, LibraryEvent, LibraryCommand>
  readonly notebooks: Mailboxes<Notebook, NotebookEvent, NotebookCommand>
  readonly accounts: Mailboxes<Account, AccountEvent, AccountCommand>
  readonly articles: Mailboxes<Article, ArticleEvent, ArticleCommand>
}

export type AggregateParts = {
  readonly store: EventStore
  /** Snapshots of another store are ignored. */
  readonly storeId: string
  readonly pool: Pool
  readonly log: Log
  /** Commands are refused while it is low. */
  readonly space: Pick<FreeSpace, 'isLow'>
  readonly keptBytes: Pick<KeptBytes, 'open'>
}

/** To be called once a process: two mailboxes of one aggregate would compete for its stream. */
export const createAggregates = ({
  store,
  storeId,
  pool,
  log,
  space,
  keptBytes,
}: AggregateParts): Aggregates => {
  const cold = limitConcurrency(COLD_LOADS_MAX)

  const mailboxesOf = <State, Event extends AnyEvent, Command extends AnyCommand>(
    decider: Decider<State, Event, Command>,
    streamOf: (id: string) => string,
    own: Pick<MailboxParts<State>, 'maxBytes' | 'keptBytes'>,
  ): Mailboxes<State, Event, Command> => {
    const { snapshot: format, initial } = decider
    const snapshots = format && createSnapshots(pool, storeId, { initial, format, cold, log })
    return createMailboxes(decider, { store, streamOf, snapshots, cold, space, ...own })
  }

  return {
    libraries: mailboxesOf(library, libraryStream, { keptBytes, maxBytes: LARGEST_LIBRARY }),
    notebooks: mailboxesOf(notebook, notebookStream, { keptBytes, maxBytes: 32 * MB }),
    // Changes of a password or of an email are few by their own limits, and wait for no budget.
    accounts: mailboxesOf(account, accountStream, { maxBytes: MB }),
    articles: mailboxesOf(article, articleStream, { keptBytes, maxBytes: MB }),
  }
}
