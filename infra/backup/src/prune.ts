import { pruneEnded } from './ended.ts'
import { listBackups, objectsOf, readManifest, removeManifest, timeOf } from './manifest.ts'
import { FOLDER as OBJECTS } from './objects.ts'
import { outdated } from './outdated.ts'
import type { Place } from './place/place.ts'

/** An object without a backup may belong to one that is being taken. */
const DAY_MS = 24 * 3_600_000

/**
 * Removes backups that are not kept, and then what no other backup has.
 * @returns how many backups and objects went. @throws BackupFault where a manifest is damaged: nothing goes then
 */
export const prune = async (place: Place, now: Date): Promise<{ backups: number; objects: number }> => {
  const names = await listBackups(place)
  const old = new Set(outdated(names, now))
  const kept = names.filter(name => !old.has(name))
  const needed = new Set<string>()
  for (const name of kept) for (const object of objectsOf(await readManifest(place, name))) needed.add(object)
  for (const name of old) await removeManifest(place, name)
  let objects = 0
  for (const { name, at } of await place.list(OBJECTS)) {
    if (needed.has(name.slice(OBJECTS.length + 1)) || now.getTime() - at.getTime() < DAY_MS) continue
    await place.remove(name)
    objects += 1
  }
  const [oldest] = kept
  if (oldest !== undefined) await pruneEnded(place, timeOf(oldest))
  return { backups: old.size, objects }
}
