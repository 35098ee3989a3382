import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Role } from '@lectern/contracts/sharing.ts'
import { v7 as uuidv7 } from 'uuid'
import { issuedBySystem } from '../aggregate/issued.ts'
import { isTooLarge } from '../aggregate/load.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOfClosed } from '../closing/is-closed.ts'
import type { FlagShared } from '../domain/library/sharing/flags.ts'
import { ARCHIVED, FAVORITE } from '../domain/library/sharing/state.ts'

type Parts = Pick<Aggregates, 'libraries' | 'notebooks'>

/** Somebody who has something on links that were handed over. */
export type Follower = {
  /** Their own. */
  readonly libraryId: string
  /** Their id in the library of before; null: it was theirs. */
  readonly was: string | null
  /** Their id in the library of the new owner; null: it is theirs. */
  readonly is: string | null
  /** null: they are no member there. */
  readonly role: Role | null
}

type Moved = {
  readonly owner: string
  readonly follower: Follower
  /** The ids of links in the library of the new owner, by those of before. */
  readonly linkOf: ReadonlyMap<number, number>
}

/** Has the notes and the flags of a person follow the links. It may be repeated. */
export const followLinks = async (parts: Parts, moved: Moved): Promise<void> => {
  try {
    await moveNotes(parts, moved)
    await moveFlags(parts, moved)
  } catch (error) {
    // Nothing is left of what would follow, or it has no room in memory.
    if (!isOfClosed(error) && !isTooLarge(error)) throw error
  }
}

/** The private notes of the owner of before stay on links that stay there. */
const moveNotes = async ({ libraries, notebooks }: Parts, { owner, follower, linkOf }: Moved) => {
  const { libraryId, was, is } = follower
  const notes = await notebooks.read(libraryId, notebook =>
    [...notebook.notes].flatMap(([noteId, { of, linkId, isShared }]): [number, number][] => {
      const to = of === was && (was !== null || isShared) ? linkOf.get(linkId) : undefined
      return to === undefined ? [] : [[noteId, to]]
    }),
  )
  if (notes.length === 0) return
  const { revision } = await libraries.readAt(owner, () => undefined)
  const of = is === null ? {} : { memberId: is, known: { revision } }
  const move = { type: 'MoveNotes', notes, ...of, now: new Date().toISOString() } as const
  await notebooks.handle(libraryId, move, issuedBySystem(uuidv7()))
}

/** The links that the new owner gets have the flags that they had for that person already. */
const moveFlags = async ({ libraries }: Parts, { owner, follower, linkOf }: Moved) => {
  const { libraryId, was, is } = follower
  const flags = await libraries.read(libraryId, library =>
    [...linkOf].map(([from, to]) => {
      const link = library.links.get(from)
      const own = link ? (link.favorite ? FAVORITE : 0) | (link.archived ? ARCHIVED : 0) : 0
      return { from, to, has: was === null ? own : (library.flags.get(was)?.get(from) ?? 0) }
    }),
  )
  const { revision } = await libraries.readAt(owner, () => undefined)
  const flag = async (wanted: Pick<FlagShared, 'memberId' | 'linkIds' | 'isFavorite' | 'isArchived'>) => {
    if (wanted.linkIds.length === 0) return
    const now = new Date().toISOString()
    const command = { type: 'FlagShared', ...wanted, known: { revision }, now } as const
    await libraries.handle(libraryId, command, issuedBySystem(uuidv7()))
  }
  const having = (mask: number) => flags.filter(({ has }) => (has & mask) > 0)
  if (is !== null)
    try {
      const idsOf = (mask: number) => having(mask).map(({ to }) => to)
      await flag({ memberId: is, linkIds: idsOf(FAVORITE), isFavorite: true })
      await flag({ memberId: is, linkIds: idsOf(ARCHIVED), isArchived: true })
    } catch (error) {
      // Who has that many keeps those that are there.
      if (!(error instanceof Rejected) || error.code !== 'too-many-flags') throw error
    }
  if (was === null) return
  const linkIds = having(FAVORITE | ARCHIVED).map(({ from }) => from)
  await flag({ memberId: was, linkIds, isFavorite: false, isArchived: false })
}
