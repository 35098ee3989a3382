/** The colours that the client offers; a person may also type a hex colour. */
export const COLLECTION_PALETTE = [
  '#3B82F6',
  '#EF4444',
  '#10B981',
  '#F59E0B',
  '#8B5CF6',
  '#F97316',
  '#06B6D4',
  '#84CC16',
  '#EC4899',
  '#6B7280',
] as const

export const COLLECTION_COLOR_DEFAULT: string = COLLECTION_PALETTE[0]
export const COLLECTION_COLOR_PATTERN = /^#[0-9a-f]{6}$/i

export const COLLECTION_NAME_MAX = 100
export const COLLECTION_DESCRIPTION_MAX = 500
/** Most collections of one library. */
export const COLLECTIONS_MAX = 1_000
