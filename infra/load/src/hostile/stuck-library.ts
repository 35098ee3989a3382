import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type pg from 'pg'

/**
 * Makes writes of one library's link rows fail with an error that does not blame the data, like a fault of the database or of
 * our SQL. @returns a function that removes the fault
 */
export const breakRowsOf = async (pool: pg.Pool, libraryId: string): Promise<() => Promise<void>> => {
  const schema = await currentReadSchema(pool)
  await pool.query(`
    CREATE OR REPLACE FUNCTION ${schema}.break_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a fault of the database' USING ERRCODE = 'XX001';
    END $$;
    CREATE TRIGGER break_row BEFORE INSERT ON ${schema}.links
      FOR EACH ROW WHEN (NEW.library_id = '${libraryId}') EXECUTE FUNCTION ${schema}.break_row()`)
  return async () => {
    await pool.query(`DROP TRIGGER break_row ON ${schema}.links`)
  }
}
