import type { Link } from '../answers.ts'
import type { Id } from '../id.ts'
import { useCollections } from './use-collections.ts'
import { useShared } from './use-shared.ts'

type Choice = { readonly id: Id; readonly name: string; readonly color: string }

/** The collections that the person may move a link into: one's own, or of its owner those that the person edits. */
export const useCollectionsFor = (link: Pick<Link, 'library'> | undefined): readonly Choice[] => {
  const own = useCollections()
  const shared = useShared()
  if (link?.library === undefined) return own
  return shared.filter(
    ({ libraryId, role, readUntil }) => libraryId === link.library && role === 'editor' && readUntil === null,
  )
}
