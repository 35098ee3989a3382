import { z } from 'zod/mini'
import { webAddress } from '../api/link-requests.ts'
import { TAGS_MAX } from '../limits.ts'

/**
 * What KOReader and the apps of wallabag send (https://app.wallabag.it/api/doc). Bodies come as JSON or as a form, so that numbers
 * may be text. Unknown fields are dropped.
 */

const EMPTY = 'This value is not 0 or 1.'
/** 1, 0, true, false, and the same as text. */
const flag = z.pipe(
  z.union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false'])], EMPTY),
  z.transform(value => value === true || value === 1 || value === '1' || value === 'true'),
)
const given = z.nullish(flag)

const whole = (name: string, most: number) => {
  const message = `${name} must be a whole number from 1 to ${most}`
  return z.coerce.number(message).check(z.int(message), z.positive(message), z.lte(most, message))
}

/** Names joined with commas. */
const names = z.pipe(
  z.string('tags must be text'),
  z.transform(text =>
    text
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== ''),
  ),
)

export const ENTRIES_PAGE_MAX = 100
const PAGES_MAX = 1_000_000
/** The last second of a Date. */
const LATEST_SECONDS = 8_640_000_000_000

/** GET /api/entries.json. Fields that Lectern does not have, such as public, are ignored. */
export const EntriesQuery = z.object({
  archive: z.optional(flag),
  starred: z.optional(flag),
  sort: z._default(z.enum(['created', 'updated', 'archived'], 'sort is unknown'), 'created'),
  order: z._default(z.enum(['asc', 'desc'], 'order must be asc or desc'), 'desc'),
  page: z._default(whole('page', PAGES_MAX), 1),
  perPage: z.pipe(
    z._default(whole('perPage', PAGES_MAX), 30),
    z.transform(perPage => Math.min(perPage, ENTRIES_PAGE_MAX)),
  ),
  tags: z._default(
    z.pipe(
      names,
      z.array(z.string()).check(z.maxLength(TAGS_MAX, `At most ${TAGS_MAX} tags can be asked for`)),
    ),
    [],
  ),
  /** Seconds since 1970. */
  since: z._default(
    z.coerce
      .number('since must be a time in seconds')
      .check(
        z.int('since must be a time in seconds'),
        z.nonnegative('since must be a time in seconds'),
        z.lte(LATEST_SECONDS, 'since must be a time in seconds'),
      ),
    0,
  ),
  detail: z._default(z.enum(['full', 'metadata'], 'detail must be full or metadata'), 'full'),
  domain_name: z.optional(z.string()),
})
export type EntriesQuery = z.output<typeof EntriesQuery>

/** GET /api/entries/{id}.json */
export const EntryQuery = z.pick(EntriesQuery, { detail: true })

/** GET /api/entries/exists.json. Addresses are compared as everywhere in Lectern; hashes of them are not. */
export const ExistsQuery = z.object({
  url: z.optional(z.string()),
  urls: z.optional(z.array(z.string())),
  return_id: z.optional(flag),
})

/** A fact of a page that is sent with its text. One that cannot be read is none. */
const fact = z.catch(z.nullish(z.string().check(z.maxLength(2_000))), null)

/**
 * POST /api/entries.json. A link that is there already takes what is new. Content becomes the page of this link alone; the facts
 * below it count with it.
 */
export const NewEntryRequest = z.object({
  url: webAddress,
  title: z.nullish(z.string('title must be text')),
  tags: z.nullish(names),
  archive: given,
  starred: given,
  content: z.nullish(z.string('content must be text')),
  language: fact,
  authors: fact,
  published_at: z.catch(z.nullish(z.union([z.string().check(z.maxLength(100)), z.number()])), null),
  preview_picture: fact,
})
export type NewEntryRequest = z.output<typeof NewEntryRequest>

/** PATCH /api/entries/{id}.json. Tags, where there are any, replace those that the link has, as in wallabag. */
export const EditEntryRequest = z.omit(NewEntryRequest, { url: true })

/** POST /api/entries/{id}/tags.json */
export const AddTagsRequest = z.object({ tags: names })
/** The same, where it is no list of tags. */
export const ReviewRequest = z.object({ tags: z.string('tags must be text') })

const RANGES_MAX = 10
const xpath = z.string().check(z.maxLength(500))
const offset = z.coerce.number().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER))

/** POST /api/annotations/{entry}.json */
export const NewAnnotationRequest = z.object({
  text: z.nullish(z.string('text must be text')),
  quote: z.nullish(z.string('quote must be text')),
  ranges: z.nullish(
    z
      .array(
        z.object({ start: xpath, end: xpath, startOffset: offset, endOffset: offset }, 'ranges are wrong'),
        'ranges must be a list',
      )
      .check(z.maxLength(RANGES_MAX, `An annotation has at most ${RANGES_MAX} ranges`)),
  ),
})

/** PUT /api/annotations/{annotation}.json */
export const EditAnnotationRequest = z.object({ text: z.string('text must be text') })

const MISSING = 'A grant needs grant_type, and username and password or refresh_token.'
const secret = z.string(MISSING).check(z.maxLength(500, MISSING))

/** POST /oauth/v2/token. The password is that of a device. Every client_id and client_secret is taken. */
export const GrantRequest = z.discriminatedUnion(
  'grant_type',
  [
    z.object({ grant_type: z.literal('password'), username: secret, password: secret }),
    z.object({ grant_type: z.literal('refresh_token'), refresh_token: secret }),
  ],
  MISSING,
)
export type GrantRequest = z.output<typeof GrantRequest>

export const Grant = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.int(),
  token_type: z.literal('bearer'),
  scope: z.null(),
  refresh_token: z.string(),
})
export type Grant = z.infer<typeof Grant>
