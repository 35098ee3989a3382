/** Limits that both the client and the services enforce (spec.md sections 5 and 9). Lengths are in UTF-16 code units. */
export const TITLE_MAX = 200
/** Code units of a title that lists are sorted by. */
export const SORT_TITLE_MAX = 100
export const NOTE_MAX = 500
export const URL_MAX = 4_096
/** Longest address whose preview is looked up. */
export const PREVIEW_URL_MAX = 2_048
export const TAG_MAX = 100
export const TAGS_MAX = 50
/** Most tags that become one by one act. */
export const TAGS_MERGED_MAX = 100
/** Most tags that GET /api/tags gives, the most used ones. */
export const TAGS_LISTED_MAX = 20_000

/** Most notes of one library, and most of one link. */
export const NOTES_MAX = 50_000
export const NOTES_OF_LINK_MAX = 1_000
/** Bytes of UTF-8 of all texts of a library's notes. */
export const NOTES_BYTES_MAX = 100_000_000
/** Longest content or selected text of a note. */
export const NOTE_TEXT_MAX = 100_000
/** Code units of the article's text that an anchor keeps on either side of a note. */
export const ANCHOR_CONTEXT_MAX = 32
/** Largest limit of GET /api/notes, and what it gives without one. */
export const NOTES_LIST_MAX = 1_000
/** Bytes of the body of a note's request, each code unit in its longest encoding. */
export const NOTE_BODY_MAX = 2 * 6 * (NOTE_TEXT_MAX + ANCHOR_CONTEXT_MAX) + 4_096

/** Bytes of an uploaded file. */
export const UPLOAD_MAX = 104_857_600
/** Articles that a preview gives and that import-direct takes without an upload. */
export const DIRECT_ARTICLES_MAX = 5_000
/** Bytes of the body of import-direct, and of the articles in a preview. */
export const DIRECT_BODY_MAX = 16_777_216
/** Articles of a preview that has more than these limits allow. */
export const SAMPLED_ARTICLES = 100
/** Names of tags and of domains that a preview gives. */
export const PREVIEW_NAMES_MAX = 1_000
/** Longest file name that is kept. */
export const FILE_NAME_MAX = 200

export const PASSWORD_MIN = 6
/** Bounds the work of hashing. Passwords are never truncated. */
export const PASSWORD_MAX = 1_024
export const USERNAME_MAX = 50
export const FIRST_NAME_MAX = 50
export const EMAIL_MAX = 254

/** Tokens of one person for the API, and their longest name and time. */
export const TOKENS_MAX = 50
export const TOKEN_NAME_MAX = 60

/** Passkeys of an account, and characters of a passkey's name. */
export const PASSKEYS_MAX = 100
export const PASSKEY_NAME_MAX = 60
export const TOKEN_DAYS_MAX = 3_650
/** Requests a minute with one token. */
export const TOKEN_REQUESTS_A_MINUTE = 300

/** Largest page that GET /api/links gives. */
export const LIST_LIMIT_MAX = 1_000
/** Most links that one bulk request names. */
export const BULK_LINKS_MAX = 50_000
/** Ids of one kind that a person chooses when they undo an import. */
export const CHOSEN_MAX = 500
/** Code units of a search that are read; the rest is ignored. */
export const SEARCH_TEXT_MAX = 1_000
/** Bytes of a request's body, unless the route says otherwise. */
export const BODY_MAX = 16_384
/** Bytes of a body with a link's fields in their longest encoding, which is six bytes a code unit (\u00e9). */
export const LINK_BODY_MAX = 6 * (URL_MAX + TITLE_MAX + NOTE_MAX + TAGS_MAX * TAG_MAX) + 1_024
/** Bytes of the body of an edit, which may also say what the person saw. */
export const EDIT_BODY_MAX = 2 * LINK_BODY_MAX
/** Bytes of the body of a bulk request, which names up to 50,000 ids. */
export const BULK_BODY_MAX = 1_048_576
/** Levels of nesting in a JSON body. */
export const JSON_DEPTH_MAX = 32
/** Values in a JSON body, those inside others included, unless the route says otherwise. */
export const JSON_VALUES_MAX = 10_000
/** Values in the body of a bulk request: its ids, and what is done with them. */
export const BULK_VALUES_MAX = BULK_LINKS_MAX + 1_000
/** Longest Idempotency-Key accepted. */
export const IDEMPOTENCY_KEY_MAX = 200

/** Bytes of a page that is read. */
export const PAGE_MAX = 5_242_880
/** Bytes of the body of a request with a page, whose quotes and line ends take two bytes each. */
export const PAGE_BODY_MAX = 2 * PAGE_MAX

/** Bytes of events and of provided pages that one account may write in a day of UTC. Imports do not count. */
export const BYTES_A_DAY = 200_000_000
/** Versions of an article that stay, the newest ones. One that a note points to stays beside them. */
export const VERSIONS_KEPT = 20

/** Times an hour that one person may have the page of one link read again, and pages in all. */
export const REREADS_OF_LINK = 10
export const REREADS_OF_PERSON = 100
/** After this time, in ms, a page that is being read again counts as given up, and may be asked for once more. */
export const REREAD_MAX_MS = 10 * 60_000

/** Words a minute in the reader's estimate. */
export const READING_SPEED = 200
