import type { LinkFilters } from '../data/links/keys.ts'

/** The library without its archive, newest first. */
export const ALL: LinkFilters = {
  favorite: false,
  archived: false,
  collection: null,
  q: '',
  progress: null,
  sort: 'newest',
}
