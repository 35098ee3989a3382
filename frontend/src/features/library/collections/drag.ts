import { type Id, idFrom } from '../../../data/id.ts'

const TYPE = 'application/x-lectern-link'

/** The data of a dragged link. Browsers let only a drop event read the id; drag events see only the type. */
export const draggedLink = {
  put: (data: DataTransfer, id: Id): void => data.setData(TYPE, String(id)),
  isIn: (data: DataTransfer): boolean => data.types.includes(TYPE),
  read: (data: DataTransfer): Id | null => idFrom(data.getData(TYPE)) || null,
}
