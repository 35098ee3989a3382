import type { LinkList } from '../../../data/answers.ts'
import type { LinkFilters } from '../../../data/links/keys.ts'
import { GatheredNote } from './gathered-note.tsx'
import { NotSearched } from './not-searched.tsx'
import { PlanNote } from './plan-note.tsx'
import { UnreadableNote } from './unreadable-note.tsx'

type Props = { list: LinkList | undefined; filters: LinkFilters; isGathered: boolean }

/** What stands over the results of a search, and over a list that the device put together. Loads after the links. */
export default function SearchNotes({ list, filters, isGathered }: Props) {
  const { q } = filters
  return (
    <>
      <PlanNote list={list} />
      {/is:unreadable/i.test(q) && <UnreadableNote list={list} />}
      {isGathered && <GatheredNote q={q} />}
      {/* An empty result says it in its own place. */}
      {q !== '' && !isGathered && list && list.links.length > 0 && (
        <NotSearched list={list} className="mb-4" />
      )}
    </>
  )
}
