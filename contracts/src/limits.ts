/** Limits that both the client and the services enforce (spec.md sections 5 and 9). Lengths are in UTF-16 code units. */
export const TITLE_MAX = 200
export const NOTE_MAX = 500
export const URL_MAX = 4_096
/** Longest address whose preview is looked up. */
export const PREVIEW_URL_MAX = 2_048
export const TAG_MAX = 100
export const TAGS_MAX = 50

export const PASSWORD_MIN = 6
/** Bounds the work of hashing. Passwords are never truncated. */
export const PASSWORD_MAX = 1_024
export const USERNAME_MAX = 50
export const EMAIL_MAX = 254

/** Largest page that GET /api/links gives. */
export const LIST_LIMIT_MAX = 1_000
/** Most links that one bulk request names. */
export const BULK_LINKS_MAX = 50_000
/** Code units of a search that are read; the rest is ignored. */
export const SEARCH_TEXT_MAX = 1_000
/** Bytes of a request's body, unless the route says otherwise. */
export const BODY_MAX = 16_384
/** Bytes of a body with a link's fields in their longest encoding, which is six bytes a code unit (\u00e9). */
export const LINK_BODY_MAX = 6 * (URL_MAX + TITLE_MAX + NOTE_MAX + TAGS_MAX * TAG_MAX) + 1_024
/** Bytes of the body of a bulk request, which names up to 50,000 ids. */
export const BULK_BODY_MAX = 1_048_576
/** Levels of nesting in a JSON body. */
export const JSON_DEPTH_MAX = 32
/** Longest Idempotency-Key accepted. */
export const IDEMPOTENCY_KEY_MAX = 200

/** Words a minute in the reader's estimate. */
export const READING_SPEED = 200
