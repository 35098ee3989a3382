import { libraryStream } from '@lectern/contracts/events/library.ts'
import { NOTE_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from '@lectern/contracts/limits.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { linkSaved } from '../world/events.ts'
import { lastRevision } from '../world/seed.ts'

/** What a free account may hold. */
const LINKS = 500
/** An append has room for a megabyte; a link takes some 21 kB. */
const BATCH = 40

/** Gives a library, empty so far, links of which each text is as long as it may be, all to one page of the site. */
export const fillWithLongLinks = async (
  store: EventStore,
  libraryId: string,
  site: string,
): Promise<void> => {
  const stream = libraryStream(libraryId)
  let revision = await lastRevision(store, stream)
  for (let first = 1; first <= LINKS; first += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, LINKS - first + 1) }, (_, n) =>
      longLink(site, first + n),
    )
    revision = (await store.append(stream, revision, events)).revision
  }
}

const longLink = (site: string, linkId: number) => {
  const url = `${site}/articles/0#!/long-${linkId}-`
  const saved = linkSaved({ linkId, url: url.padEnd(URL_MAX, 'x'), name: '' })
  const texts = {
    title: '語'.repeat(TITLE_MAX),
    note: '語'.repeat(NOTE_MAX),
    tags: Array.from({ length: TAGS_MAX }, (_, n) => String(n).padEnd(TAG_MAX, '語')),
  }
  return { ...saved, data: { ...saved.data, ...texts } }
}
