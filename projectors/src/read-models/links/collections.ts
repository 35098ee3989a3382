import type { CollectionChanges } from '@lectern/contracts/events/library.ts'
import type { CollectionsTable } from '@lectern/contracts/read-model/tables.ts'
import { json, type Tx } from '../transaction.ts'

/** What is new of a collection. A null description counts only where is_described is true. */
export type Collection = Pick<CollectionsTable, 'library_id' | 'id'> &
  CollectionChanges & { is_described?: boolean }

/** Links come after their collections, whose counts they change. */
export const putCollections = (tx: Tx, collections: Iterable<Collection>) => tx`
  MERGE INTO collections AS collection USING json_to_recordset(${json(collections)}::json) AS given(
      library_id uuid, id integer, name text, color text, description text, is_described boolean)
    ON collection.library_id = given.library_id AND collection.id = given.id
  WHEN MATCHED THEN UPDATE SET
    name = coalesce(given.name, collection.name),
    color = coalesce(given.color, collection.color),
    description = CASE WHEN given.is_described THEN given.description ELSE collection.description END
  WHEN NOT MATCHED THEN INSERT (library_id, id, name, color, description)
    VALUES (given.library_id, given.id, given.name, given.color, given.description)`
