import type { Retag } from '@lectern/contracts/tags.ts'
import { sql } from './transaction.ts'

/** Does in SQL what contracts' `retagged` does: the tags of `link` after a change. */
export const retaggedTags = ({
  from,
  to,
  add,
}: {
  from: Retag['from']
  to: Retag['to']
  add: Retag['add']
}) => sql`ARRAY(
      SELECT tag FROM (
        SELECT CASE WHEN old = ANY (${from}::text[]) THEN ${to}::text ELSE old END AS tag, n
        FROM unnest(link.tags) WITH ORDINALITY AS had(old, n)
        UNION ALL SELECT tag, 1000 + n FROM unnest(${add}::text[]) WITH ORDINALITY AS added(tag, n)) AS listed
      WHERE tag IS NOT NULL GROUP BY tag ORDER BY min(n))`
