/** Longest record of a file, in UTF-16 units. */
export const RECORD_MAX = 4_194_304
/** Code units of a name that many links share, such as a folder's, and of all names around a link. */
export const NAME_MAX = 1_000
/** Attributes of a link that are read. */
export const ATTRIBUTES_MAX = 50
/** Folders around a link that count. */
export const FOLDERS_MAX = 50
