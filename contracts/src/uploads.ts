/** Bytes of each piece of an uploaded file, but the last, in uploads.pieces. */
export const UPLOAD_PIECE = 1_048_576
