import { randomUUID } from 'node:crypto'
import { FROZEN_BYTES_MAX, FROZEN_BYTES_OF_LIBRARY_MAX } from '@lectern/contracts/shares.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { linkTo, openTestLibrary, startCommandApi } from '../test-support/api.ts'
import { policiesOn } from '../test-support/policies.ts'
import { type NewShare, sharesIn } from './shares.ts'
import { newToken } from './token.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))
const sharesOf = () => sharesIn(api.pool)

const aShare = (more: Partial<NewShare> = {}): NewShare => ({
  ...{ id: randomUUID(), token: newToken(), libraryId: randomUUID(), kind: 'article', linkId: 1 },
  ...{
    collectionId: null,
    withNotes: false,
    fullText: false,
    passwordHash: null,
    frozen: null,
    expiresAt: null,
  },
  ...more,
})
const aCollection = (libraryId: string, more: Partial<NewShare> = {}) =>
  aShare({ libraryId, kind: 'collection', linkId: null, collectionId: 1, ...more })
/** Its library has an owner. */
const put = async (share: NewShare) => {
  await api.pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash)
     VALUES ($1, $1, $2, $2, $2, $2, '') ON CONFLICT DO NOTHING`,
    [share.libraryId, `of ${share.libraryId}`],
  )
  await sharesOf().put(share)
}
const made = async (share: NewShare) => {
  await put(share)
  await sharesOf().confirm(share.id)
  return share
}
const isOver = async ({ token }: NewShare) => (await sharesOf().find(token))?.isOver
const count = async (libraryId: string): Promise<number> =>
  (await api.pool.query('SELECT FROM shares.pages WHERE library_id = $1', [libraryId])).rowCount ?? 0

describe('the row of a public link', () => {
  it('shows nothing before its event is there, and nothing after its end', async () => {
    const share = aShare({ frozen: 'as it was', passwordHash: 'hash' })
    await put(share)
    expect(await sharesOf().find(share.token)).toBeUndefined()
    expect(await sharesOf().confirm(share.id)).toBe(true)
    expect(await sharesOf().find(share.token)).toMatchObject({
      id: share.id,
      isOver: false,
      frozen: 'as it was',
    })
    await sharesOf().end(share.id)
    // Nothing of what it showed is left.
    expect(await sharesOf().find(share.token)).toMatchObject({
      isOver: true,
      frozen: null,
      passwordHash: null,
    })
    expect(await sharesOf().confirm(share.id, newToken())).toBe(false)
    expect(await isOver(share)).toBe(true)
  })

  it('is put once, and cannot be taken over by another library', async () => {
    const share = await made(aShare())
    await put({ ...share, libraryId: randomUUID(), token: newToken(), linkId: 2 })
    expect(await sharesOf().find(share.token)).toMatchObject({ libraryId: share.libraryId, linkId: 1 })
  })

  it('ends with what it shows, but for what was made after the deletion', async () => {
    const libraryId = randomUUID()
    const [before, other] = [
      await made(aCollection(libraryId)),
      await made(aCollection(libraryId, { collectionId: 2 })),
    ]
    const at = new Date().toISOString()
    const elsewhere = await made(aCollection(randomUUID()))
    const gone = { links: [], collections: [1], at }
    await sharesOf().endOf(libraryId, gone)
    expect([await isOver(before), await isOver(other), await isOver(elsewhere)]).toEqual([true, false, false])
    const after = await made(aCollection(libraryId))
    await sharesOf().endOf(libraryId, gone)
    expect(await isOver(after)).toBe(false)
    await sharesOf().endOf(libraryId, { links: [[1, 9]], collections: [], at: new Date().toISOString() })
    expect(await isOver(after)).toBe(false)
  })

  it('keeps a bounded number of bytes as they were', async () => {
    const libraryId = randomUUID()
    const large = () => aShare({ libraryId, frozen: 'x'.repeat(FROZEN_BYTES_MAX) })
    await expect(put(aShare({ frozen: 'x'.repeat(FROZEN_BYTES_MAX + 1) }))).rejects.toMatchObject({
      code: 'share-too-large',
    })
    const fitting = FROZEN_BYTES_OF_LIBRARY_MAX / FROZEN_BYTES_MAX
    const puts = await Promise.allSettled(Array.from({ length: fitting + 2 }, () => put(large())))
    expect(puts.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(await count(libraryId)).toBe(fitting)
  })

  it('keeps nothing of what it showed, nor its password, once its time is over, and goes on being over', async () => {
    const secrets = { frozen: 'as it was', passwordHash: 'hash' }
    const live = await made(aShare({ ...secrets, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }))
    const [expired, plain] = [await made(aShare(secrets)), await made(aShare())]
    await api.pool.query(`UPDATE shares.pages SET expires_at = now() WHERE id = ANY ($1)`, [
      [expired.id, plain.id],
    ])
    await sharesOf().clean()
    await sharesOf().clean()
    expect(await sharesOf().find(live.token)).toMatchObject({ ...secrets, isOver: false })
    expect(await sharesOf().find(expired.token)).toMatchObject({ frozen: '', passwordHash: '', isOver: true })
    expect(await sharesOf().find(plain.token)).toMatchObject({
      ...{ frozen: null, passwordHash: null, isOver: true },
    })
  })

  it('goes a day after its making broke off, and the oldest of those that ended go', async () => {
    const share = aShare()
    await put(share)
    await sharesOf().clean()
    expect(await count(share.libraryId)).toBe(1)
    await api.pool.query(`UPDATE shares.pages SET created_at = now() - interval '25 hours' WHERE id = $1`, [
      share.id,
    ])
    await sharesOf().clean()
    expect(await count(share.libraryId)).toBe(0)

    const libraryId = randomUUID()
    await api.pool.query(
      `INSERT INTO shares.pages (id, library_id, token_hash, kind, link_id, with_notes, full_text, is_made, ended_at)
       SELECT gen_random_uuid(), $1::uuid, sha256(convert_to($1::text || n, 'UTF8')), 'article', n, false, false, true,
         CASE WHEN n > 5 THEN now() - n * interval '1 hour' END FROM generate_series(1, 1205) AS n`,
      [libraryId],
    )
    await sharesOf().clean()
    const { rows } = await api.pool.query(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL)::integer AS live, count(*)::integer AS all, max(link_id) AS last
       FROM shares.pages WHERE library_id = $1`,
      [libraryId],
    )
    expect(rows).toEqual([{ live: 5, all: 1_005, last: 1_005 }])
  })
})

describe('a crash between an event and its row', () => {
  it('is mended by policies, which may do it again', async () => {
    const caller = await openTestLibrary(api)
    await api.call('POST', '/api/links', { as: caller, body: linkTo(1) })
    const [first, second] = [aShare({ libraryId: caller.libraryId }), aShare({ libraryId: caller.libraryId })]
    const choices = { live: true, withNotes: false, fullText: false, hasPassword: false, expiresAt: null }
    const now = new Date().toISOString()
    const issued = () => ({ actorId: caller.userId, via: 'web', commandId: randomUUID() }) as const
    const { libraries } = api.aggregates
    const make = {
      type: 'MakeShare',
      shareId: first.id,
      kind: 'article',
      linkId: 1,
      ...choices,
      now,
    } as const
    await put(first)
    await libraries.handle(caller.libraryId, make, issued())
    const { start } = policiesOn(api)
    const stop = start()
    await expect.poll(() => isOver(first)).toBe(false)
    stop()

    await sharesOf().putAgain({ id: second.id, renews: first.id, token: second.token })
    const renew = { type: 'RenewShare', shareId: second.id, renews: first.id, now } as const
    await libraries.handle(caller.libraryId, renew, issued())
    for (const _ of [1, 2]) {
      const end = start()
      await expect.poll(async () => [await isOver(first), await isOver(second)]).toEqual([true, false])
      end()
    }
    await api.call('DELETE', '/api/links/1', { as: caller })
    start()
    await expect.poll(() => isOver(second)).toBe(true)
  })
})
