const TYPE = 'application/x-lectern-link'

/** The data of a dragged link. Browsers let only a drop event read the id; drag events see only the type. */
export const draggedLink = {
  put: (data: DataTransfer, id: number): void => data.setData(TYPE, String(id)),
  isIn: (data: DataTransfer): boolean => data.types.includes(TYPE),
  read: (data: DataTransfer): number | null => Number(data.getData(TYPE)) || null,
}
