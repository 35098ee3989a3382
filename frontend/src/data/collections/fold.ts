import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import { patchOf } from '../acts/kinds.ts'
import { isLacking, type PendingAct } from '../acts/pending.ts'
import type { Reading } from '../reading.ts'

/** The collections with the acts that their reading may lack. */
export const foldCollections = (
  { data, asOf }: Reading<CollectionList>,
  acts: readonly PendingAct[],
): CollectionList =>
  acts.reduce<CollectionList>((list, pending) => {
    const change = isLacking(asOf, pending) ? patchOf(pending.act).collections : undefined
    return change ? change(list) : list
  }, data)
