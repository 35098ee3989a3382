import { createHash } from 'node:crypto'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { FILE_NAME_MAX, UPLOAD_MAX } from '@lectern/contracts/limits.ts'
import { UPLOAD_DAYS, UPLOAD_HOURS } from '@lectern/contracts/retention.ts'
import { UPLOAD_PIECE } from '@lectern/contracts/uploads.ts'
import { kyselyOn } from '@lectern/platform/postgres/kysely.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import { type Generated, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'

const UNCONFIRMED_MAX = 3
const USER_BYTES_MAX = 200 * 1_048_576
const ALL_BYTES_MAX = 5 * 1_024 * 1_048_576
/** Code of Postgres: the file was dropped while its pieces came. */
const FOREIGN_KEY_VIOLATION = '23503'

type Tables = {
  'uploads.files': {
    id: string
    user_id: string
    library_id: string
    name: string
    size: number
    sha256: Generated<string | null>
    created_at: Generated<Date>
    confirmed_at: Generated<Date | null>
    ended_at: Generated<Date | null>
    kept_until: Generated<Date | null>
  }
  'uploads.pieces': { upload_id: string; n: number; bytes: Buffer }
}

/** A file that has come as a whole. */
export type Upload = { readonly id: string; readonly name: string; readonly sha256: string }

export type Owner = { readonly userId: string; readonly libraryId: string }

export type Uploads = {
  /**
   * Stores a file, for an import where it is wanted, else for a preview. A library stores each file once. A person's oldest
   * files that no import uses go where more than 3 are unconfirmed, or all have more than 200 MB; everybody's ended ones go
   * before the service is full. Files that a payment keeps make room for too many bytes alone.
   * @throws Rejected out-of-space, file-too-large, no-file where it is empty, uploads-full, upload-again where it made room for a later one
   */
  receive(owner: Owner, name: string, bytes: AsyncIterable<Buffer>, isWanted?: boolean): Promise<Upload>
  /** undefined where the library has no such file. */
  find(owner: Owner, id: string): Promise<Upload | undefined>
  /**
   * Keeps a file for 6 hours more, for the import that goes on after a payment, at most until a day after it came.
   * @throws Rejected upload-again where the library has no such file
   */
  keep(owner: Owner, id: string): Promise<void>
  /** Keeps the file for an import. @throws Rejected upload-again where it is gone */
  confirm(id: string): Promise<void>
  /** The import was refused: nothing needs the file. */
  release(id: string): Promise<void>
  /** Deletes the file. */
  remove(id: string): Promise<void>
  /** An import of the file has ended: it is kept for 30 days more. */
  end(id: string): Promise<void>
  /** Deletes what nobody needs any more. */
  clean(): Promise<void>
}

/** Uploaded files in Postgres, in pieces of 1 MiB. */
export const uploadsIn = (pool: Pool, space: Pick<FreeSpace, 'isLow'>): Uploads => {
  const db = kyselyOn<Tables>(pool)
  const remove = async (id: string): Promise<void> => {
    await db.deleteFrom('uploads.files').where('id', '=', id).execute()
  }

  const isFull = async (): Promise<boolean> => {
    const { bytes } = await db
      .selectFrom('uploads.files')
      .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
      .executeTakeFirstOrThrow()
    return bytes > ALL_BYTES_MAX
  }

  const makeRoom = async ({ userId }: Owner): Promise<void> => {
    if (space.isLow()) throw new Rejected('out-of-space')
    if (await isFull()) {
      await db.deleteFrom('uploads.files').where('ended_at', 'is not', null).execute()
      if (await isFull()) throw new Rejected('uploads-full')
    }
    const kept = await db
      .selectFrom('uploads.files')
      .select(['id', 'size', 'confirmed_at', 'ended_at'])
      .select(sql<boolean>`coalesce(kept_until > now(), false)`.as('is_kept'))
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .execute()
    let [count, sum, inUse] = [0, 0, 0]
    for (const { id, size, confirmed_at, ended_at, is_kept } of kept) {
      sum += size
      if (confirmed_at === null && !is_kept) count += 1
      const isInUse = confirmed_at !== null && ended_at === null
      if (isInUse) inUse += size
      const isOneTooMany = count >= UNCONFIRMED_MAX && !is_kept
      if (!isInUse && (isOneTooMany || sum > USER_BYTES_MAX)) await remove(id)
    }
    if (inUse > USER_BYTES_MAX) throw new Rejected('uploads-full')
  }

  const store = async (id: string, bytes: AsyncIterable<Buffer>): Promise<string> => {
    const sha256 = createHash('sha256')
    let [n, size] = [0, 0]
    for await (const piece of piecesOf(bytes)) {
      sha256.update(piece)
      size += piece.length
      if (size > UPLOAD_MAX) throw new Rejected('file-too-large')
      await db.insertInto('uploads.pieces').values({ upload_id: id, n, bytes: piece }).execute()
      await db.updateTable('uploads.files').set({ size }).where('id', '=', id).execute()
      n += 1
    }
    if (size === 0) throw new Rejected('no-file', {}, 'No data to import')
    return sha256.digest('hex')
  }

  const findSame = ({ libraryId }: Owner, id: string, sha256: string) =>
    db
      .selectFrom('uploads.files')
      .select(['id', 'name'])
      .where('library_id', '=', libraryId)
      .where('sha256', '=', sha256)
      .where('id', '!=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()

  return {
    receive: async (owner, givenName, bytes, isWanted = false) => {
      await makeRoom(owner)
      const name = plainName(givenName)
      const id = uuidv7()
      const { userId: user_id, libraryId: library_id } = owner
      const file = { id, user_id, library_id, name, size: 0, confirmed_at: isWanted ? new Date() : null }
      await db.insertInto('uploads.files').values(file).execute()
      try {
        const sha256 = await store(id, bytes)
        const same = await findSame(owner, id, sha256)
        if (same !== undefined) {
          await remove(id)
          await db
            .updateTable('uploads.files')
            .set({ created_at: new Date(), ...(isWanted && { confirmed_at: new Date() }) })
            .where('id', '=', same.id)
            .execute()
          return { ...same, sha256 }
        }
        await db.updateTable('uploads.files').set({ sha256 }).where('id', '=', id).execute()
        return { id, name, sha256 }
      } catch (error) {
        await remove(id).catch(() => {})
        throw (error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION
          ? new Rejected('upload-again')
          : error
      }
    },
    find: async ({ libraryId }, id) => {
      const found = await db
        .selectFrom('uploads.files')
        .select(['id', 'name', 'sha256'])
        .where('id', '=', id)
        .where('library_id', '=', libraryId)
        .executeTakeFirst()
      return found?.sha256 ? { ...found, sha256: found.sha256 } : undefined
    },
    keep: async ({ libraryId }, id) => {
      const { numUpdatedRows } = await db
        .updateTable('uploads.files')
        .set({ kept_until: sql`least(now() + interval '6 hours', created_at + interval '1 day')` })
        .where('id', '=', id)
        .where('library_id', '=', libraryId)
        .where('sha256', 'is not', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Rejected('upload-again')
    },
    confirm: async id => {
      const set = { confirmed_at: new Date(), ended_at: null }
      const { numUpdatedRows } = await db
        .updateTable('uploads.files')
        .set(set)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Rejected('upload-again')
    },
    release: async id => {
      const set = { confirmed_at: null, created_at: new Date() }
      await db.updateTable('uploads.files').set(set).where('id', '=', id).execute()
    },
    remove,
    end: async id => {
      await db.updateTable('uploads.files').set({ ended_at: new Date() }).where('id', '=', id).execute()
    },
    clean: async () => {
      await sql`DELETE FROM uploads.files WHERE
        (confirmed_at IS NULL AND created_at < now() - ${UPLOAD_HOURS} * interval '1 hour' AND coalesce(kept_until, created_at) < now())
        OR coalesce(ended_at, confirmed_at) < now() - ${UPLOAD_DAYS} * interval '1 day'`.execute(db)
    },
  }
}

const plainName = (name: string): string =>
  name
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
    .slice(-FILE_NAME_MAX) || 'file'

async function* piecesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const some of bytes) {
    waiting.push(some)
    length += some.length
    while (length >= UPLOAD_PIECE) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, UPLOAD_PIECE)
      waiting = [all.subarray(UPLOAD_PIECE)]
      length -= UPLOAD_PIECE
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}
