import { LibraryOpened, libraryStream } from '@lectern/contracts/events/library.ts'
import { revokeTokens } from '@lectern/platform/http/access-tokens.ts'
import { revokeSessions } from '@lectern/platform/http/sessions.ts'
import { inTransaction } from '@lectern/platform/postgres/postgres.ts'
import { validate } from 'uuid'
import type { UserRow } from '../accounts/users.ts'
import { isClosed, isOfClosed } from '../closing/is-closed.ts'
import { type OperatorParts, Unusable } from '../operator.ts'
import { isUnused } from './unowned.ts'

type Lost = {
  readonly id: string
  readonly ownerId: string
  /** Whether the owner's account was opened, which comes before the library. */
  readonly hasAccount: boolean
  readonly links: number
  /** Who share its collections, by ids that the events have. */
  readonly members: readonly string[]
}

/**
 * Gives a library that no account has to an account that nobody has used yet. The account takes the ids of the earlier owner: its plan
 * and payments are there again, and acts that wait on devices find their library. The person signs in again.
 * @throws Unusable
 */
export const adopt = async (parts: OperatorParts, email: string, libraryId: string): Promise<string> => {
  const lost = await findLost(parts, libraryId)
  const user = await parts.users.findByEmail(email)
  if (user === undefined) throw new Unusable(`No account has the email ${email}: the person signs up first.`)
  if (user.library_id === lost.id) throw new Unusable(`${email} has this library already.`)
  await requireNobodys(parts, lost)
  await requireUnused(parts, user)
  await takeOver(parts, user, lost)
  const known = await parts.pool.query('SELECT FROM sharing.people WHERE member_id = ANY($1)', [lost.members])
  const strangers = lost.members.length - (known.rowCount ?? 0)
  const told = `${email} now has library ${lost.id} with its ${lost.links} links, and signs in again.`
  if (strangers === 0) return told
  return `${told} Who shared its collections (${strangers}) is not known any more: they are invited again.`
}

const wasDeleted = (id: string): string => `The library ${id} was deleted with its account.`

/** @throws Unusable */
const findLost = async ({ store, aggregates }: OperatorParts, libraryId: string): Promise<Lost> => {
  const id = libraryId.toLowerCase()
  if (!validate(id)) throw new Unusable('LIBRARY must be the id of a library: make adopt lists them.')
  const { libraries, accounts } = aggregates
  if (await isClosed(libraries, id)) throw new Unusable(wasDeleted(id))
  for await (const { type, data } of store.readStream(libraryStream(id), { maxCount: 1 })) {
    const opened = LibraryOpened.safeParse({ type, data })
    if (!opened.success) break
    const { ownerId } = opened.data.data
    const hasAccount = await isAccountOpen(accounts, ownerId)
    if (hasAccount === null) throw new Unusable(wasDeleted(id))
    return libraries.read(id, ({ links, members }) => ({
      ...{ id, ownerId, hasAccount, links: links.size },
      members: [...new Set([...members.values()].flatMap(roles => [...roles.keys()]))],
    }))
  }
  throw new Unusable(`The events have no library ${id}.`)
}

/** null: it was closed. */
const isAccountOpen = async (
  accounts: OperatorParts['aggregates']['accounts'],
  userId: string,
): Promise<boolean | null> => {
  try {
    return await accounts.read(userId, account => (account?.closed ? null : account !== undefined))
  } catch (error) {
    if (isOfClosed(error)) return null
    throw error
  }
}

/** @throws Unusable */
const requireNobodys = async ({ pool }: OperatorParts, { id, ownerId }: Lost): Promise<void> => {
  const { rows } = await pool.query<{ email: string | null }>(
    `SELECT email FROM identity.users WHERE library_id = $1 OR id = $2
     UNION ALL SELECT NULL FROM identity.closings WHERE library_id = $1 OR user_id = $2`,
    [id, ownerId],
  )
  const [owner] = rows
  if (owner === undefined) return
  throw new Unusable(owner.email === null ? wasDeleted(id) : `${owner.email} has the library ${id}.`)
}

/** Refuses an account with a library in use, a payment or a membership, which would belong to nobody afterwards. @throws Unusable */
const requireUnused = async ({ pool, aggregates }: OperatorParts, user: UserRow): Promise<void> => {
  const { libraries, accounts } = aggregates
  if (!(await libraries.read(user.library_id, isUnused)))
    throw new Unusable(
      `The library of ${user.email} is in use already: the person signs up with another email.`,
    )
  if ((await accounts.read(user.id, account => account?.payments.known.size ?? 0)) > 0)
    throw new Unusable(`${user.email} has paid for a plan: give that back first.`)
  const joined = await pool.query('SELECT FROM sharing.people WHERE user_id = $1', [user.id])
  if (joined.rowCount !== 0)
    throw new Unusable(`${user.email} shares collections of others: the person leaves them first.`)
}

/** All of it happens, or nothing. @throws Unusable */
const takeOver = ({ pool }: OperatorParts, user: UserRow, { id, ownerId, hasAccount }: Lost): Promise<void> =>
  inTransaction(pool, async client => {
    // Before the row goes, so that gateways and open tabs are told.
    await revokeSessions(client, user.id)
    await revokeTokens(client, user.id)
    const { rows } = await client.query<UserRow>('DELETE FROM identity.users WHERE id = $1 RETURNING *', [
      user.id,
    ])
    const [now] = rows
    if (now === undefined || now.library_id !== user.library_id)
      throw new Unusable(`The account of ${user.email} has changed meanwhile.`)
    const added = await client.query(
      `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, first_name, password_hash, created_at, opened)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
      [
        ...[ownerId, id, now.email, now.email_key, now.username, now.username_key],
        ...[now.first_name, now.password_hash, now.created_at, hasAccount],
      ],
    )
    if (added.rowCount === 0) throw new Unusable(`Another account has taken the library ${id} meanwhile.`)
    await client.query(
      'INSERT INTO command.kept_bytes (user_id, library_id, counted) VALUES ($1, $2, false)',
      [ownerId, id],
    )
  })
