import { z } from 'zod'
import { Plan } from '../plans.ts'

// These names and shapes are stored forever. A change is a new version with an upcaster and a golden file of its own.

const at = z.iso.datetime()
const linkId = z.int().positive()

export const LibraryOpened = z.object({
  type: z.literal('LibraryOpened'),
  data: z.object({ libraryId: z.uuid(), ownerId: z.uuid(), at }),
})

/** How many links the library may hold; limit null is unlimited. cause names the account event that led to it. */
export const AllowanceChanged = z.object({
  type: z.literal('AllowanceChanged'),
  data: z.object({ plan: Plan, limit: z.int().positive().nullable(), cause: z.string(), at }),
})

/** url as given; urlKey as the decision that found no duplicate computed it, never recomputed. */
export const LinkSaved = z.object({
  type: z.literal('LinkSaved'),
  data: z.object({
    linkId,
    url: z.string(),
    urlKey: z.string(),
    title: z.string(),
    note: z.string().nullable(),
    tags: z.array(z.string()),
    /** True where the user chose Add Anyway over a known duplicate. */
    duplicateAccepted: z.boolean(),
    at,
  }),
})

const aboutLink = z.object({ linkId, at })

export const LinkFavorited = z.object({ type: z.literal('LinkFavorited'), data: aboutLink })
export const LinkUnfavorited = z.object({ type: z.literal('LinkUnfavorited'), data: aboutLink })
export const LinkArchived = z.object({ type: z.literal('LinkArchived'), data: aboutLink })
export const LinkUnarchived = z.object({ type: z.literal('LinkUnarchived'), data: aboutLink })
export const LinkDeleted = z.object({ type: z.literal('LinkDeleted'), data: aboutLink })

export const LibraryEvent = z.discriminatedUnion('type', [
  LibraryOpened,
  AllowanceChanged,
  LinkSaved,
  LinkFavorited,
  LinkUnfavorited,
  LinkArchived,
  LinkUnarchived,
  LinkDeleted,
])
export type LibraryEvent = z.infer<typeof LibraryEvent>

export const libraryStream = (libraryId: string): string => `library-${libraryId}`
