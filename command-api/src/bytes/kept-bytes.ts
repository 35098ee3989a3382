import { Rejected } from '@lectern/contracts/api/errors.ts'
import { BYTES_A_DAY } from '@lectern/contracts/limits.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { Issued } from '../aggregate/issued.ts'
import { type AccountBytes, loadRow, newAccount, type Row, saveUnsaved } from './rows.ts'

/** Milliseconds after which the row of an account is read again: workers, and other processes, write it too. */
const READ_AGAIN_MS = 60_000
/** Milliseconds after its last act that an account is remembered. */
const REMEMBERED_MS = 600_000
const GB = 1_000_000_000
/** No command writes more at once, so below that of the smallest plan nobody's plan is asked for. */
const ONE_ACT = 2_000_000

/** These refuse nobody: accounts may always be closed, access and public links taken away, and imports have the limits of their plan. */
const OUTSIDE_THE_DAY = new Set([
  ...['CloseLibrary', 'RequestImport', 'WithdrawInvitation', 'EndMembership', 'WithdrawShare'],
])
/** These make room, so a full library takes them. There are as many of them as there are things to delete. */
const MAKES_ROOM = new Set([
  ...['CloseLibrary', 'DeleteLink', 'DeleteLinks', 'DeleteCollection', 'DeleteTag', 'RemovePage'],
  ...['DeleteNote', 'ClearHighlights', 'UndoImport'],
  // They take away what others may do.
  ...['WithdrawInvitation', 'EndMembership', 'ChangeRole', 'WithdrawShare'],
])

/**
 * Sets how many bytes of events a command writes; 0 takes them back.
 * @throws Rejected too-much-today, storage-full where the account may not write as many
 */
export type Charge = (bytes: number) => void

export type KeptBytes = {
  /** What an account may write by a command. undefined: nobody's account pays for it. */
  open(issued: Pick<Issued, 'actorId' | 'payer' | 'via'>, type: string): Promise<Charge | undefined>
  /**
   * Stores a page that a person provided, or shares as it is now, and charges it.
   * @param store resolves once it is stored
   * @throws Rejected too-much-today, storage-full; what `store` throws, and then nothing is charged
   */
  spendPage(userId: string, bytes: number, store: () => Promise<void>): Promise<void>
  /** Writes to the table what was charged since. */
  save(): Promise<void>
}

export type KeptBytesParts = {
  readonly pool: Pool
  readonly log: Pick<Log, 'warn'>
  /** Whether a day has a limit. A plan always has one. */
  readonly rateLimits: boolean
  readonly planOf: (libraryId: string) => Promise<Plan>
}

/**
 * What each account wrote today and what the server keeps for it. Charges are counted in memory and saved once a minute, so a
 * crash forgets at most a minute of them.
 */
export const keptBytesIn = ({ pool, log, rateLimits, planOf }: KeptBytesParts): KeptBytes => {
  const accounts = new Map<string, AccountBytes>()

  const accountOf = async (userId: string): Promise<AccountBytes> => {
    const account = accounts.get(userId) ?? newAccount()
    accounts.set(userId, account)
    account.usedAt = Date.now()
    if (account.readAt < account.usedAt - READ_AGAIN_MS) {
      account.readAt = account.usedAt
      account.reading = loadRow(pool, userId).then(
        row => void Object.assign(account, row && { row }),
        err => log.warn({ err }, 'the bytes of an account could not be read'),
      )
    }
    await account.reading
    return account
  }

  /** The bytes that the account may hold by its plan. */
  const roomOf = async ({ row, unsaved }: AccountBytes): Promise<Room> => {
    const { libraryId } = row
    const isFarBelow = keptOf({ row, unsaved }) + ONE_ACT < PLANS.free.storedGb * GB
    return isFarBelow || libraryId === undefined ? undefined : PLANS[await planOf(libraryId)]
  }

  const checkDay = (account: AccountBytes, more: number): void => {
    const now = Date.now()
    if (!rateLimits || writtenOn(account, dayOf(now)) + more <= BYTES_A_DAY) return
    const untilTomorrow = DAY_MS - (now % DAY_MS)
    throw new Rejected('too-much-today', {}, undefined, Math.ceil(untilTomorrow / 1_000))
  }

  const open: KeptBytes['open'] = async ({ actorId, payer = actorId, via }, type) => {
    if (via === 'system') return undefined
    const account = await accountOf(payer)
    const isOfDay = via !== 'import' && !OUTSIDE_THE_DAY.has(type)
    // Asked for in any case, so that commands keep their order.
    const roomNow = await roomOf(account)
    const room = via === 'import' || MAKES_ROOM.has(type) ? undefined : roomNow
    let charged = 0
    return bytes => {
      const more = bytes - charged
      if (more > 0) {
        if (isOfDay) checkDay(account, more)
        checkRoom(account, more, room)
      }
      charged = bytes
      account.unsaved.events += more
      if (isOfDay) writeToday(account, more)
    }
  }

  return {
    open,
    spendPage: async (userId, bytes, store) => {
      const account = await accountOf(userId)
      checkRoom(account, bytes, await roomOf(account))
      checkDay(account, bytes)
      // It is content, which workers measure.
      writeToday(account, bytes)
      await store().catch(error => {
        writeToday(account, -bytes)
        throw error
      })
    },
    save: async () => {
      await saveUnsaved(pool, accounts)
      const forgotten = Date.now() - REMEMBERED_MS
      for (const [userId, { unsaved, usedAt }] of accounts)
        if (usedAt < forgotten && unsaved.events === 0 && unsaved.ofDay === 0) accounts.delete(userId)
    },
  }
}

type Room = (typeof PLANS)[Plan] | undefined

const DAY_MS = 86_400_000

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

const keptOf = ({ row, unsaved }: Pick<AccountBytes, 'row' | 'unsaved'>): number =>
  row.events + row.content + unsaved.events

const writtenOn = ({ row, unsaved }: AccountBytes, day: string): number =>
  ofDay(row, day) + ofDay(unsaved, day)

const ofDay = (written: Pick<Row, 'day' | 'ofDay'>, day: string): number =>
  written.day === day ? written.ofDay : 0

const writeToday = ({ unsaved }: AccountBytes, bytes: number): void => {
  const day = dayOf(Date.now())
  unsaved.ofDay = ofDay(unsaved, day) + bytes
  unsaved.day = day
}

const checkRoom = (account: AccountBytes, more: number, room: Room): void => {
  if (room === undefined || keptOf(account) + more <= room.storedGb * GB) return
  throw new Rejected(
    'storage-full',
    {},
    `Your library takes all of the ${room.storedGb} GB of the plan ${room.name}. Deleted articles count for 30 days more.`,
  )
}
