/** Does in SQL what contracts' `retagged` does: the tags of `link` after a change. The parameters are its from, to and add. */
export const retaggedTags = (from: string, to: string, add: string): string => `ARRAY(
      SELECT tag FROM (
        SELECT CASE WHEN old = ANY (${from}::text[]) THEN ${to}::text ELSE old END AS tag, n
        FROM unnest(link.tags) WITH ORDINALITY AS had(old, n)
        UNION ALL SELECT tag, 1000 + n FROM unnest(${add}::text[]) WITH ORDINALITY AS added(tag, n)) AS listed
      WHERE tag IS NOT NULL GROUP BY tag ORDER BY min(n))`
