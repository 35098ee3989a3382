import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { Gauge, type Metrics } from '@lectern/platform/process/metrics.ts'

const NAMED = 5

/** A gauge that names the libraries for which the server keeps most, so that an operator finds who fills the disk. */
export function watchLargest(metrics: Metrics, pool: Pool): void {
  new Gauge({
    name: 'lectern_library_bytes',
    help: `Bytes that the server keeps for a library, of the ${NAMED} with most`,
    labelNames: ['library'],
    registers: [metrics],
    async collect() {
      const largest = await largestOf(pool).catch(() => undefined)
      if (largest === undefined) return
      this.reset()
      for (const { library, bytes } of largest) this.set({ library }, bytes)
    },
  })
}

const largestOf = async (pool: Pool): Promise<{ library: string; bytes: number }[]> => {
  const { rows } = await pool.query<{ library: string; bytes: number }>(
    `SELECT library_id AS library, events + content AS bytes FROM command.kept_bytes ORDER BY events + content DESC LIMIT $1`,
    [NAMED],
  )
  return rows
}
