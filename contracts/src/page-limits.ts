/**
 * The longest value, in UTF-16 code units, of each fact of a page. Workers cut or omit longer values, and command-api
 * refuses them. Events recorded before these limits may hold longer values.
 */
export const PAGE_LIMITS = {
  title: 500,
  author: 200,
  siteName: 200,
  publishedAt: 35,
  excerpt: 500,
  image: 2_048,
  favicon: 2_048,
  language: 35,
} as const
