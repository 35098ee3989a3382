import { loadConfig } from '@lectern/platform/process/config.ts'
import { backUp } from '../back-up.ts'
import { objectsIn } from '../objects.ts'
import { migrateBackups, openBackups } from '../open.ts'
import type { Place } from '../place/place.ts'
import { restore } from '../restore.ts'
import { createSeal } from '../seal.ts'

/**
 * Takes a backup or restores one, and kills itself at the call of the place that KILL_AT says, counted from 1.
 * `node killed-main.ts take`, or `node killed-main.ts restore <name>`.
 */
const [what, name = ''] = process.argv.slice(2)
const killAt = Number(process.env.KILL_AT)

const killing = (place: Place): Place => {
  let calls = 0
  const counted =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      calls += 1
      if (calls === killAt) process.kill(process.pid, 'SIGKILL')
      return await call(...args)
    }
  return { ...place, put: counted(place.put), get: counted(place.get), remove: counted(place.remove) }
}

const config = loadConfig('backup', process.env)
const opened = await openBackups(config)
const place = killing(opened.place)
const backups = { ...opened, place, objects: objectsIn(place, createSeal(config)) }
if (what === 'take') {
  await migrateBackups(backups)
  await backUp(backups)
} else await restore({ ...backups, say: () => {} }, name)
await backups.close()
process.exit(0)
