import { z } from 'zod/mini'
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { SHARE_KINDS } from '../shares.ts'

export const ShareKind = z.enum(SHARE_KINDS, 'Please choose an article, a collection or highlights.')

const id = (message: string) => z.nullish(z.int(message).check(z.positive(message)))
const choice = (name: string, fallback: boolean) =>
  z._default(z.boolean(`${name} must be true or false`), fallback)

const password = z.nullish(
  z
    .string('The password must be text')
    .check(
      z.minLength(PASSWORD_MIN, `The password must be at least ${PASSWORD_MIN} characters`),
      z.maxLength(PASSWORD_MAX, 'The password is too long'),
    ),
)

const WRONG_TIME = 'expiresAt must be a time such as 2030-01-31T12:00:00Z'
const expiresAt = z.pipe(
  z.nullish(z.iso.datetime({ offset: true, error: WRONG_TIME })),
  z.transform(time => (time == null ? null : new Date(time).toISOString())),
)

/**
 * POST /api/shares: 201 with a CreatedShare. `linkId` names the article, also that of the highlights; `collectionId` the
 * collection. `live`: the page follows what changes, else it shows what is there now. `fullText` shows more than the first 300
 * words of an article, and needs a password.
 */
export const CreateShareRequest = z
  .object({
    kind: ShareKind,
    linkId: id('linkId must be a number'),
    collectionId: id('collectionId must be a number'),
    live: choice('live', true),
    withNotes: choice('withNotes', false),
    fullText: choice('fullText', false),
    password,
    expiresAt,
  })
  .check(
    z.refine(
      ({ kind, linkId, collectionId }) =>
        kind === 'collection'
          ? collectionId != null && linkId == null
          : linkId != null && collectionId == null,
      'A collection needs its collectionId alone, an article or its highlights their linkId',
    ),
    z.refine(
      ({ kind, fullText }) => !fullText || kind === 'article',
      'Only an article can be shared with its full text',
    ),
    z.refine(
      ({ fullText, password }) => !fullText || password != null,
      'The full text is shared with a password only',
    ),
  )
export type CreateShareRequest = z.input<typeof CreateShareRequest>

/** The only time that the address is told. */
export const CreatedShare = z.object({ id: z.guid(), url: z.string() })
export type CreatedShare = z.infer<typeof CreatedShare>

/**
 * live: the page shows. expired: its time is over. paused: the plan has no public links of collections, so the page shows
 * nothing until it has them again.
 */
export const ShareState = z.enum(['live', 'expired', 'paused'])
export type ShareState = z.infer<typeof ShareState>

/** Dates are ISO 8601 in UTC. */
export const Share = z.object({
  id: z.guid(),
  kind: ShareKind,
  /** Of the article; null for a collection. */
  linkId: z.nullable(z.int()),
  collectionId: z.nullable(z.int()),
  /** Of the article or the collection, as it is now. */
  title: z.string(),
  live: z.boolean(),
  withNotes: z.boolean(),
  fullText: z.boolean(),
  hasPassword: z.boolean(),
  state: ShareState,
  createdAt: z.string(),
  /** null: never. */
  expiresAt: z.nullable(z.string()),
  /** How often the page was shown. */
  views: z.int(),
})
export type Share = z.infer<typeof Share>

/** GET /api/shares: newest first, those that were withdrawn left out. No address is among them. */
export const ShareList = z.object({ shares: z.array(Share) })
export type ShareList = z.infer<typeof ShareList>

/** Answer of DELETE /api/shares/{id}. */
export const ShareIdAnswer = z.object({ id: z.guid() })
export type ShareIdAnswer = z.infer<typeof ShareIdAnswer>
