import { PictureJob, type WorkKind, workKinds } from '@lectern/contracts/work.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import type { Taken } from '../work/work-table.ts'

/** Who wants the images, the most urgent first. */
export const wishKinds = [workKinds.opened, workKinds.pictures, workKinds.importedPictures] as const
export type WishKind = (typeof wishKinds)[number]

/** The images of an article that are to be fetched. */
export type Wish = PictureJob & {
  readonly articleId: string
  /** Whose turn it takes. */
  readonly libraryId: string
  readonly kind: WishKind
}

/** Adds a wish. One of its kind for the article that waits already wishes the same from now on. */
export async function wish(db: Queryable, { kind, articleId, libraryId, ...job }: Wish): Promise<void> {
  await addWork(db, [{ kind, key: articleId, libraryId, host: '', job }], { renews: true })
}

export const wishOf = ({ kind, key, libraryId, job }: Taken): Wish => ({
  ...PictureJob.parse(job),
  ...{ articleId: key, libraryId, kind: kind as WishKind },
})

/** How many articles whose images are fetched may be in work: in all, of those nobody opened, and of imported ones. */
const places: Record<WishKind, number> = {
  [workKinds.opened]: 6,
  [workKinds.pictures]: 4,
  [workKinds.importedPictures]: 2,
}
const placesOfLibrary = 2

/** Which wishes have a turn now. */
export function* wantedWishes(inWork: Iterable<{ kind: WorkKind; libraryId: string }>) {
  const all = [...inWork]
  const ofLibraries = [...Map.groupBy(all, ({ libraryId }) => libraryId)]
  let atMost: number = Number.POSITIVE_INFINITY
  for (const [urgency, kind] of wishKinds.entries()) {
    const alike = all.filter(each => !wishKinds.slice(0, urgency).some(urgent => urgent === each.kind))
    atMost = Math.min(atMost, places[kind] - alike.length)
    if (atMost <= 0) return
    const counts = new Map(ofLibraries.map(([libraryId, wishes]) => [libraryId, wishes.length]))
    yield { kind, atMost, ofLibrary: placesOfLibrary, inWork: counts }
  }
}

/** Takes over wishes of versions before, which waited in a table of their own. */
export async function adoptWishes(db: Queryable): Promise<void> {
  await db.query(
    `WITH had AS (DELETE FROM content.image_wishes RETURNING *)
     INSERT INTO projections.work (kind, key, library_id, job)
     SELECT ($1::text[])[rank + 1], encode(article_id, 'hex'), library_id,
            json_build_object('whole', whole, 'contentHash', content_hash, 'lead', lead, 'favicon', favicon) FROM had
     ON CONFLICT DO NOTHING`,
    [wishKinds],
  )
}
