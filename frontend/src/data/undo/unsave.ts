import { tagKey } from '@lectern/contracts/tags.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Sentence } from '../acts/act.ts'
import { namesOf } from '../acts/kinds.ts'
import type { Link } from '../answers.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { changedOnPage } from './changed-on-page.ts'
import type { Saved } from './history.ts'
import { unsavedSentence } from './sentence.ts'

/** Whether the link has what its save did not give it. Nobody loses a note by taking back the save of its link. */
const isTouched = (link: Link, { params: { note = null, tags, collection } }: Saved): boolean => {
  const given = new Set((tags ?? []).map(tagKey))
  const hasFlags = link.isFavorite || link.isArchived || link.collectionId !== (collection?.id ?? null)
  const hasTexts = link.noteCount > 0 || (link.note ?? '') !== (note ?? '')
  return (
    hasFlags || hasTexts || link.tags.length !== given.size || link.tags.some(tag => !given.has(tagKey(tag)))
  )
}

/** Takes saves back: their links are deleted, but for those that were changed since. @returns what to say where none is */
export const unsave = (
  client: QueryClient,
  outbox: Outbox,
  saves: readonly Saved[],
): Sentence | undefined => {
  const idOf = ({ seq }: Saved) => outbox.idOf(-seq)
  const ids = new Set(saves.map(idOf))
  const acts = outbox.pending()
  const shown = new Map(
    changedOnPage(client, acts, { link: link => (ids.has(link.id) ? { ...link } : link) }).map(link => [
      link.id,
      link,
    ]),
  )
  const noted = new Set(acts.flatMap(({ act }) => (namesOf(act).notes ? (namesOf(act).links ?? []) : [])))
  const going = saves.filter(save => {
    const link = shown.get(idOf(save))
    return !noted.has(idOf(save)) && !(link && isTouched(link, save))
  })
  const [first] = going
  const left = saves.length - going.length
  if (!first) return unsavedSentence(0, left)
  void outbox.act(
    'undo',
    {
      ...{ undone: first.key, saves: going.map(({ key }) => key), left },
      ...{ names: { links: going.map(idOf) }, restored: [], isRedo: false },
      ...(first.params.library !== undefined && { library: first.params.library }),
      title: going.length === 1 ? (shown.get(idOf(first))?.title ?? first.params.title) : undefined,
    },
    { links: [] },
  )
  return undefined
}
