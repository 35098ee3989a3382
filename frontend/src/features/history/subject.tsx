import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { linkQuery } from '../../data/links/queries.ts'

type Subject = { readonly title: string; readonly href: string | undefined }

/** The link that the history is of; undefined for the whole library, and while nothing is known of the link. */
export const useSubject = (linkId: number | null, acts: readonly HistoryAct[]): Subject | undefined => {
  const { data } = useQuery({ ...linkQuery(linkId ?? 0), enabled: linkId !== null })
  if (linkId === null) return undefined
  if (data) return { title: data.data.title, href: `/reader/${linkId}` }
  // A deleted link is known from what happened to it.
  const known = acts.flatMap(({ links }) => links).find(({ id }) => id === linkId)
  return known && { title: known.title || known.url, href: known.isGone ? undefined : `/reader/${linkId}` }
}

/** The heading of the screen. */
export const Subject = ({ of, isOfLink }: { of: Subject | undefined; isOfLink: boolean }) => {
  if (!isOfLink) return <h1 className="text-title">History</h1>
  const title = of?.title ?? 'An article'
  return (
    <>
      <p className="mb-1 text-ink-2">
        History of an article ·{' '}
        <Link href="/history" className="underlined rounded-[4px]">
          Show everything
        </Link>
      </p>
      <h1 dir="auto" className="text-title break-words">
        {of?.href ? (
          <Link href={of.href} className="rounded-[4px] hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h1>
    </>
  )
}
