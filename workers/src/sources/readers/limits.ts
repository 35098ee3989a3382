/** Longest record of a file, in UTF-16 units. */
export const RECORD_MAX = 4_194_304
/** Folders around a link that count. */
export const FOLDERS_MAX = 50
