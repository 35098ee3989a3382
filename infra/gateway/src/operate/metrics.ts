import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { Gauge, type Metrics } from '@lectern/platform/process/metrics.ts'
import { backupState } from './backups.ts'

/** How old the last backup and the last drill are. NaN where nobody set up backups, or while Postgres is away. */
export const measureBackups = (metrics: Metrics, pool: Pool): void => {
  const state = () => backupState(pool).catch(() => null)
  new Gauge({
    name: 'lectern_backup_age_seconds',
    help: 'Seconds since the last backup that succeeded; NaN where nobody set up backups',
    registers: [metrics],
    async collect() {
      this.set((await state())?.backupAgeS ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'lectern_drill_age_seconds',
    help: 'Seconds since the last backup was tried out; NaN where nobody set up backups',
    registers: [metrics],
    async collect() {
      this.set((await state())?.drillAgeS ?? Number.NaN)
    },
  })
}
