/** Articles of one EPUB, and its bytes. More is refused. */
export const EPUB_ARTICLES_MAX = 200
export const EPUB_BYTES_MAX = 100_000_000
