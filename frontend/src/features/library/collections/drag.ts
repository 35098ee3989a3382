const TYPE = 'application/x-lectern-link'

/** A link on its way to a collection. Only a drop may read what is dragged; on the way there only its type is known. */
export const draggedLink = {
  put: (data: DataTransfer, id: number): void => data.setData(TYPE, String(id)),
  isIn: (data: DataTransfer): boolean => data.types.includes(TYPE),
  read: (data: DataTransfer): number | null => Number(data.getData(TYPE)) || null,
}
