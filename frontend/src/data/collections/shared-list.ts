import * as api from '@lectern/contracts/api/sharing.ts'
import type { Schema } from '../../lib/api.ts'
import { type Id, idIn } from '../id.ts'

/** A collection that somebody shares with the person, under the client's id. */
export type SharedCollection = api.SharedCollection & { readonly id: Id }

export const SharedList: Schema<SharedCollection[]> = {
  parse: answer =>
    api.SharedList.parse(answer).map(each => ({ ...each, id: idIn(each.libraryId, each.collectionId) })),
}
