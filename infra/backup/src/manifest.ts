import { z } from 'zod'
import { BackupFault } from './fault.ts'
import { listObjects, ObjectName, sha256 } from './objects.ts'
import type { Place } from './place/place.ts'
import { KEPT, PACKED } from './tables.ts'

/** What this version writes. It reads all earlier ones. */
const FORMAT = 1

const Count = z.int().nonnegative()
/** Names become part of statements. */
const Table = z.enum([...KEPT, ...PACKED.map(({ table }) => table)])
const Columns = z.array(z.string().regex(/^("?)[a-z_][a-z0-9_]*\1$/))

/**
 * What a backup consists of. It is written last, so that a backup without one does not exist. It is plain JSON: names and
 * counts are readable without the key.
 */
export const Manifest = z.object({
  lectern: z.literal('backup'),
  format: z.literal(FORMAT),
  /** The version of Lectern. */
  version: z.string(),
  /** When the tables were read. */
  takenAt: z.iso.datetime(),
  /** When the first of the backups was begun that share what does not change. */
  wholeAt: z.iso.datetime(),
  storeId: z.uuid(),
  /** The keys that it is encrypted for, sorted, with commas. Empty: it is not encrypted. */
  recipients: z.string(),
  events: z.object({
    /** As encodePosition gives it, of the last event. */
    position: z.string(),
    count: Count,
    segments: z.array(z.object({ object: ObjectName, events: Count })),
  }),
  /** The files that had made each schema. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(
    z.object({
      table: Table,
      columns: Columns,
      rows: Count,
      objects: z.array(ObjectName),
    }),
  ),
  /** Rows that never change, which later backups share. */
  packs: z.array(
    z.object({
      table: Table,
      columns: Columns,
      rows: Count,
      object: ObjectName,
    }),
  ),
  /** The keys of rows in packs that had gone by then. */
  gone: z.array(z.object({ table: Table, rows: Count, objects: z.array(ObjectName) })),
  /** How far loops over the log had come: name → position, as checkpoints.ts gives them. */
  checkpoints: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

const FOLDER = 'backups'

/** Such as 20261129T030000Z-1f2e3d4c5b6a7988. Names sort by time. */
export const BackupName = /^\d{8}T\d{6}Z-[0-9a-f]{16}$/

export const timeOf = (name: string): Date =>
  new Date(name.slice(0, 16).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** @returns its name */
export const writeManifest = async (place: Place, manifest: Manifest): Promise<string> => {
  const bytes = Buffer.from(JSON.stringify(manifest))
  const time = manifest.takenAt.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  const name = `${time}-${sha256(bytes).slice(0, 16)}`
  await place.put(fileOf(name), bytes)
  return name
}

/** @throws BackupFault where it is missing, damaged or of a newer version */
export const readManifest = async (place: Place, name: string): Promise<Manifest> => {
  const bytes = await place.get(fileOf(name))
  if (bytes === undefined) throw new BackupFault(`${place.address} has no backup ${name}.`)
  if (sha256(bytes).slice(0, 16) !== name.slice(-16))
    throw new BackupFault(`The backup ${name} in ${place.address} is damaged: take an earlier one.`)
  const content = JSON.parse(bytes.toString())
  if (Number(content.format) > FORMAT)
    throw new BackupFault(`The backup ${name} was written by a newer Lectern: restore it with that version.`)
  return Manifest.parse(content)
}

/** The names of all backups, the oldest first. */
export const listBackups = async (place: Place): Promise<string[]> => {
  const files = await place.list(FOLDER)
  return files
    .map(({ name }) => name.slice(FOLDER.length + 1).replace(/\.json$/, ''))
    .filter(name => BackupName.test(name))
    .sort()
}

export const removeManifest = (place: Place, name: string): Promise<void> => place.remove(fileOf(name))

const fileOf = (name: string): string => `${FOLDER}/${name}.json`

/** The objects of a backup that its place lacks. */
export const missingObjects = async (place: Place, manifest: Manifest): Promise<string[]> => {
  const there = new Set((await listObjects(place)).map(({ name }) => name))
  return objectsOf(manifest).filter(name => !there.has(name))
}

export const objectsOf = ({ events, tables, packs, gone }: Manifest): string[] => [
  ...events.segments.map(({ object }) => object),
  ...[...tables, ...gone].flatMap(({ objects }) => objects),
  ...packs.map(({ object }) => object),
]
