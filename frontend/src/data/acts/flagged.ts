type Flags = { isArchived?: boolean | undefined; isFavorite?: boolean | undefined }

/** The change in a word, with a count for several links. */
export const flagged = ({ isArchived, isFavorite }: Flags, count?: string): string => {
  const past = (one: string, many: string) => (count === undefined ? one : `${count} ${many}`)
  if (isArchived === true) return past('Moved to the archive', 'archived')
  if (isArchived === false) return past('Moved out of the archive', 'moved out of the archive')
  return isFavorite
    ? past('Added to favorites', 'added to favorites')
    : past('Removed from favorites', 'removed from favorites')
}
