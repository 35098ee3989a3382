import { pruneEnded } from './ended.ts'
import { listBackups, objectsOf, readManifest, removeManifest, timeOf } from './manifest.ts'
import { listObjects, removeObject } from './objects.ts'
import { outdated } from './outdated.ts'
import type { Place } from './place/place.ts'

/** An object without a backup may belong to one that is being taken. */
const DAY_MS = 24 * 3_600_000

/** Removes backups that are not kept, and then what no other backup has. @throws BackupFault where a manifest is damaged: nothing goes then */
export const prune = async (place: Place, now: Date): Promise<void> => {
  const names = await listBackups(place)
  const old = new Set(outdated(names, now))
  const kept = names.filter(name => !old.has(name))
  const needed = new Set<string>()
  for (const name of kept) for (const object of objectsOf(await readManifest(place, name))) needed.add(object)
  for (const name of old) await removeManifest(place, name)
  for (const { name, at } of await listObjects(place))
    if (!needed.has(name) && now.getTime() - at.getTime() >= DAY_MS) await removeObject(place, name)
  const [oldest] = kept
  if (oldest !== undefined) await pruneEnded(place, timeOf(oldest))
}
