/** The search for a tag in the syntax of search-syntax.ts. A name with spaces, or with a quote at its start, is quoted. */
export const tagSearch = (tag: string): string =>
  /^["“”„]|[\s\p{Cc}]/u.test(tag) ? `tag:"${tag.replace(/[\\"“”„]/g, '\\$&')}"` : `tag:${tag}`
