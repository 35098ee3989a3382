import type { Change } from '@lectern/contracts/api/changes.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { ReadModel } from '../read-model/follow.ts'
import { type Connection, openConnection } from './connection.ts'
import { openMemberships } from './memberships.ts'
import { recentChanges } from './recent.ts'

/** platform/http/http-app.ts closes a connection that is silent for 20 s. */
const HEARTBEAT_MS = 10_000
const CONNECTIONS_OF_SESSION = 12
const CONNECTIONS_OF_USER = 48

export type Hub = {
  /** @throws Rejected too-many-requests */
  open(caller: Caller): Connection
  /** Ends every connection, for shutdown. */
  close(): void
}

/** The open tabs that this process serves. */
export const createHub = ({ model, pool, log }: { model: ReadModel; pool: Pool; log: Log }): Hub => {
  const all = new Set<Connection>()
  const recent = recentChanges()
  const byLibrary = createGroups()
  const bySession = createGroups()
  const byUser = createGroups()
  const memberships = openMemberships(pool, () => model.schema())
  let heart: NodeJS.Timeout | undefined

  model.onChange(event => {
    if (event === null) {
      for (const connection of all) connection.tell(ANYTHING)
      for (const userId of byUser.keys()) void loadMemberships(userId)
      return
    }
    recent.add(event)
    hear(event)
  })
  model.onMembershipsChanged(userId => {
    if (byUser.of(userId).size > 0) void loadMemberships(userId, { what: [], sharing: true })
  })

  const hear = ({ libraryId, change, collections = [], members = [], areShared = false }: LibraryChange) => {
    if (isOwn(change)) for (const connection of byLibrary.of(libraryId)) connection.tell(change)
    const isSearch = change.what.includes('search')
    for (const [userId, ids] of memberships.whoSees(libraryId, collections))
      tellUser(userId, isSearch ? SEARCHES : { what: [], shared: [{ library: libraryId, collections: ids }] })
    if (members.length > 0) void hearMembers(libraryId, members, areShared)
  }
  const tellUser = (userId: string, change: Change) => {
    for (const connection of byUser.of(userId)) connection.tell(change)
  }

  /** @param own the library of the member @param areShared all who share the collections see it, else the member alone */
  const hearMembers = async (own: string, members: readonly string[], areShared: boolean) => {
    try {
      for (const { libraryId, ids } of await memberships.placesOf(members)) {
        const shared = [{ library: libraryId, collections: ids }]
        for (const connection of byLibrary.of(own)) connection.tell({ what: [], shared })
        if (!areShared) continue
        for (const connection of byLibrary.of(libraryId)) connection.tell({ what: ['notes'] })
        for (const [userId, seen] of memberships.whoSees(libraryId, ids))
          tellUser(userId, { what: [], shared: [{ library: libraryId, collections: seen }] })
      }
    } catch (error) {
      log.debug({ err: error }, 'members were not told of a note')
    }
  }

  /** @param more is told then, with what happened just before */
  const loadMemberships = async (userId: string, more?: Change) => {
    try {
      const before = new Set(memberships.librariesOf(userId))
      await memberships.load(userId)
      if (byUser.of(userId).size === 0) return memberships.forget(userId)
      if (more) tellUser(userId, more)
      for (const libraryId of memberships.librariesOf(userId))
        if (!before.has(libraryId))
          for (const { collections = [] } of recent.of(libraryId))
            for (const [who, ids] of memberships.whoSees(libraryId, collections))
              if (who === userId)
                tellUser(who, { what: [], shared: [{ library: libraryId, collections: ids }] })
    } catch (error) {
      log.debug({ err: error }, 'memberships of open tabs were not read')
      tellUser(userId, { what: [], sharing: true })
    }
  }

  const endSession = (sessionId: string) => {
    for (const connection of bySession.of(sessionId)) connection.end()
  }
  model.onSessionEnded(endSession)
  model.onAccountChanged(userId => {
    for (const connection of byUser.of(userId)) connection.tell({ what: ['account'] })
  })

  /** A session that ends by age sends no notification. */
  const endExpired = async () => {
    const open = [...bySession.keys()]
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM identity.sessions
       WHERE expires_at > now() AND id IN (SELECT id::uuid FROM json_array_elements_text($1::json) AS id)`,
      [JSON.stringify(open)],
    )
    const live = new Set(rows.map(row => row.id))
    for (const sessionId of open) if (!live.has(sessionId)) endSession(sessionId)
  }

  const beat = () => {
    for (const connection of all) connection.beat()
    endExpired().catch(error => log.debug({ err: error }, 'sessions of open tabs were not checked'))
  }

  const forget = (connection: Connection) => {
    all.delete(connection)
    byLibrary.delete(connection.libraryId, connection)
    bySession.delete(connection.sessionId, connection)
    byUser.delete(connection.userId, connection)
    if (byUser.of(connection.userId).size === 0) memberships.forget(connection.userId)
    if (all.size > 0) return
    clearInterval(heart)
    heart = undefined
  }

  return {
    open: caller => {
      const { libraryId, sessionId, userId } = caller
      const ofSession = bySession.of(sessionId).size
      if (ofSession >= CONNECTIONS_OF_SESSION || byUser.of(userId).size >= CONNECTIONS_OF_USER)
        throw new Rejected('too-many-requests')
      const connection = openConnection({ libraryId, sessionId, userId })
      all.add(connection)
      byLibrary.add(libraryId, connection)
      bySession.add(sessionId, connection)
      byUser.add(userId, connection)
      heart ??= setInterval(beat, HEARTBEAT_MS)
      for (const { change } of recent.of(libraryId)) if (isOwn(change)) connection.tell(change)
      if (byUser.of(userId).size === 1) void loadMemberships(userId)
      connection.stream.once('close', () => forget(connection))
      return connection
    },
    close: () => {
      for (const connection of all) connection.end()
    },
  }
}

/** Whether it says anything to the tabs of the library's owner. */
const isOwn = ({ what, exports, history }: Change): boolean => what.length > 0 || !!exports || !!history

const ANYTHING: Change = {
  what: ['links', 'collections', 'extraction', 'account', 'search', 'imports', 'notes'],
  exports: true,
  history: true,
  sharing: true,
}
/** Searches look among what others share, too. */
const SEARCHES: Change = { what: ['search'], linkIds: [] }
const NONE: ReadonlySet<Connection> = new Set()

const createGroups = () => {
  const sets = new Map<string, Set<Connection>>()
  return {
    keys: () => sets.keys(),
    of: (key: string): ReadonlySet<Connection> => sets.get(key) ?? NONE,
    add: (key: string, connection: Connection) => {
      sets.set(key, (sets.get(key) ?? new Set()).add(connection))
    },
    delete: (key: string, connection: Connection) => {
      const set = sets.get(key)
      set?.delete(connection)
      if (set?.size === 0) sets.delete(key)
    },
  }
}
