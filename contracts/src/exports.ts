/** Bytes of each piece of an export's file, but the last, in exports.pieces. */
export const EXPORT_PIECE = 1_048_576
/** Bytes of a file, of the files of a library, and of all files. */
export const EXPORT_MAX = 2 * 1_024 * 1_048_576
export const EXPORTS_OF_LIBRARY_MAX = 2 * EXPORT_MAX
export const EXPORTS_BYTES_MAX = 10 * 1_024 * 1_048_576
/** Exports of a library that are kept at once. The oldest make room. */
export const EXPORTS_KEPT = 5

/** An export whose maker wrote nothing for this long is taken by another. */
export const EXPORT_GIVEN_UP_SECONDS = 15

/** Postgres channel on which command-api tells exporters of a request. */
export const EXPORT_ASKED_CHANNEL = 'lectern_exports'
