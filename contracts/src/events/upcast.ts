/**
 * Data of an event in the shape of the current version of its type. An event of an earlier version lacks fields; the
 * schema of the type decides whether the result is valid.
 */
export const upcast = (type: string, data: unknown): unknown => {
  switch (type) {
    case 'LinkCollected':
    case 'LinksEdited':
    case 'CollectionEdited':
    case 'CollectionDeleted':
      // Version 1 did not record what the edit replaced.
      return { before: null, ...(data as object) }
    case 'NoteTaken':
      return { anchor: null, ...(data as object) }
    case 'ActUndone': {
      const { links, restored, before, ...others } = data as Record<string, unknown>
      return links === undefined ? data : { changes: [{ links, restored, before }], ...others }
    }
    default:
      return data
  }
}
