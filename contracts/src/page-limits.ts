/**
 * The longest value, in UTF-16 units, that is kept of each thing that a page says of itself. Readers of pages cut to it or
 * leave the value out, and outcomes beyond it are refused. Events recorded before these limits may hold longer ones.
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
