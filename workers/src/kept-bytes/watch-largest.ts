import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { Gauge, type Metrics } from '@lectern/platform/process/metrics.ts'

const SHOWN = 5

/**
 * A gauge of how much the server keeps for the largest libraries. It has their ranks and not their ids, which would be ever new series;
 * docs/operations.md says how an operator finds who fills the disk.
 */
export function watchLargest(metrics: Metrics, pool: Pool): void {
  new Gauge({
    name: 'lectern_largest_library_bytes',
    help: 'Bytes that the server keeps for each of the five largest libraries, by rank',
    labelNames: ['rank'],
    registers: [metrics],
    async collect() {
      const largest = await largestOf(pool).catch(() => undefined)
      if (largest === undefined) return
      this.reset()
      for (const [index, bytes] of largest.entries()) this.set({ rank: index + 1 }, bytes)
    },
  })
}

const largestOf = async (pool: Pool): Promise<number[]> => {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT events + content AS bytes FROM command.kept_bytes ORDER BY events + content DESC LIMIT $1`,
    [SHOWN],
  )
  return rows.map(({ bytes }) => bytes)
}
