import { randomUUID } from 'node:crypto'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usersIn } from '../accounts/users.ts'
import { migrateCommandApi } from '../service.ts'
import { eraseLeftovers } from './leftovers.ts'

let pool: Pool
beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 2 })
  await migrateCommandApi(pool)
})
afterAll(() => pool.end())

/** Rows of a library, and of a person, in every table of command-api that has some. */
const rowsOf = async (libraryId: string, userId: string) => {
  const id = randomUUID()
  await pool.query(`INSERT INTO uploads.files (id, user_id, library_id, name) VALUES ($1, $2, $3, 'a')`, [
    ...[id, userId, libraryId],
  ])
  await pool.query(`INSERT INTO uploads.pages (id, library_id, link_id, html) VALUES ($1, $2, 1, 'a')`, [
    ...[id, libraryId],
  ])
  await pool.query(
    `INSERT INTO reading.positions (library_id, link_id, user_id, text_offset, content_hash, updated_at)
     VALUES ($1, 1, $2, 1, 'a', now())`,
    [libraryId, userId],
  )
  await pool.query(
    `INSERT INTO exports.requests (id, user_id, library_id, request_hash, format, scope, with_private_notes, file_name)
     VALUES ($1, $2, $3, 'a', 'json', 'all', true, 'a')`,
    [id, userId, libraryId],
  )
  await pool.query(
    `INSERT INTO shares.pages (id, library_id, token_hash, kind, link_id, with_notes, full_text)
     VALUES ($1, $2, $3, 'article', 1, false, false)`,
    [id, libraryId, Buffer.from(id)],
  )
}

test('rows of libraries that no account has are deleted', async () => {
  const [had, closing, gone] = [randomUUID(), randomUUID(), randomUUID()]
  const [owner, leaver, nobody] = [randomUUID(), randomUUID(), randomUUID()]
  await usersIn(pool, 3).add(
    {
      ...{ id: owner, library_id: had, email: 'a@example.com', username: 'a' },
      ...{ password_hash: 'x', signup_command: null },
    },
    undefined,
  )
  await pool.query('INSERT INTO identity.closings (user_id, library_id) VALUES ($1, $2)', [
    ...[leaver, closing],
  ])
  await rowsOf(had, owner)
  await rowsOf(closing, leaver)
  await rowsOf(gone, nobody)
  // Rows of a person who is gone, in the library of another.
  await pool.query(
    `INSERT INTO reading.positions (library_id, link_id, user_id, text_offset, content_hash, updated_at)
     VALUES ($1, 1, $2, 1, 'a', now())`,
    [had, nobody],
  )
  await eraseLeftovers(pool)
  for (const table of [
    'uploads.files',
    'uploads.pages',
    'reading.positions',
    'exports.requests',
    'shares.pages',
  ]) {
    const { rows } = await pool.query(`SELECT library_id FROM ${table}`)
    expect(rows.map(row => row.library_id).toSorted(), table).toEqual([had, closing].toSorted())
  }
})
