import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/**
 * Every table of every schema that has one of these texts in a row, as text or in its bytes.
 * @returns `schema.table: text`
 */
export const findInTables = async (pool: Pool, texts: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await pool.query<{ name: string; bytes: string[] | null }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name,
       array_agg(quote_ident(column_name::text)) FILTER (WHERE data_type = 'bytea') AS bytes
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
     GROUP BY table_schema, table_name ORDER BY 1`,
  )
  const found: string[] = []
  for (const { name, bytes } of tables)
    for (const text of texts) {
      const inBytes = (bytes ?? []).map(column => `position(convert_to($1, 'UTF8') IN r.${column}) > 0`)
      const { rowCount } = await pool.query(
        `SELECT FROM ${name} AS r WHERE ${[`strpos(r::text, $1) > 0`, ...inBytes].join(' OR ')} LIMIT 1`,
        [text],
      )
      if (rowCount) found.push(`${name}: ${text}`)
    }
  return found
}

/** Every file below a folder that has one of these texts. @param leaves names of folders that are left out */
export const findInFiles = (folder: string, texts: readonly string[], leaves: readonly string[]): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return leaves.includes(entry.name) ? [] : findInFiles(path, texts, leaves)
    if (!entry.isFile()) return []
    const content = readFileSync(path)
    return texts.filter(text => content.includes(text)).map(text => `${path}: ${text}`)
  })
