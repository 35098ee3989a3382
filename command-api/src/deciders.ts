import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type AccountEvent, accountStream } from '@lectern/contracts/events/account.ts'
import { type ArticleEvent, articleStream } from '@lectern/contracts/events/article.ts'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { permits } from '@lectern/platform/process/permits.ts'
import { type Account, type AccountCommand, account } from './domain/account.ts'
import { type Article, type ArticleCommand, article } from './domain/article.ts'
import type { Decider } from './domain/decider.ts'
import type { Library } from './domain/library/state.ts'
import { type LibraryCommand, library } from './domain/library.ts'
import { type Aggregates, aggregates } from './handle.ts'
import { recallFrom } from './recall.ts'
import { snapshotsIn } from './snapshots.ts'

const MB = 1_048_576

/** All that can be decided here, by kind of stream. */
export type Deciders = {
  readonly libraries: Aggregates<Library, LibraryEvent, LibraryCommand>
  readonly accounts: Aggregates<Account, AccountEvent, AccountCommand>
  readonly articles: Aggregates<Article, ArticleEvent, ArticleCommand>
}

export type DeciderParts = {
  readonly store: EventStore
  /** Snapshots of another store are ignored. */
  readonly storeId: string
  readonly pool: Pool
  readonly log: Log
  /** Commands are refused while it is low. */
  readonly space: Pick<FreeSpace, 'isLow'>
}

/** One of each a process: they keep recently used streams in memory, and their commands in order. */
export const createDeciders = ({ store, storeId, pool, log, space }: DeciderParts): Deciders => {
  // Two long streams folded at once are what memory and the other requests bear.
  const cold = permits(2)

  const of = <State, Event extends { type: string; data: unknown }, Command extends { now: string }>(
    decider: Decider<State, Event, Command>,
    stream: (id: string) => string,
    maxBytes: number,
  ): Aggregates<State, Event, Command> => {
    const { snapshot: format, initial } = decider
    const snapshots = format && snapshotsIn(pool, storeId, { initial, format, log })
    const all = aggregates(store, decider, {
      stream,
      recall: recallFrom(store, decider, { snapshots, cold }),
      snapshots,
      maxBytes,
    })
    return {
      ...all,
      handle: async (...command) => {
        if (space.isLow()) throw new Rejected('out-of-space')
        return all.handle(...command)
      },
    }
  }

  return {
    libraries: of(library, libraryStream, 64 * MB),
    accounts: of(account, accountStream, MB),
    articles: of(article, articleStream, MB),
  }
}

/** Brings the schemas that command-api owns up to date. */
export const migrateCommandApi = async (pool: Pool): Promise<void> => {
  for (const schema of ['identity', 'command'])
    await migrate(pool, { schema, dir: new URL(`../migrations/${schema}`, import.meta.url).pathname })
}
