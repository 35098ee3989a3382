import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import type { Link as SavedLink } from '@lectern/contracts/api/links.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, ExternalLink, Star } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { messageOf } from '../../lib/api.ts'
import { countOf, formatDate, formatExact } from '../../lib/format.ts'
import { isWebAddress, useShownHost } from '../../lib/hosts.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pastLinksQuery, readyOf } from './api.ts'
import { usePastView } from './use-past-view.ts'

/** The links of that moment, newest first. Nothing here changes anything. */
export const PastList = ({ collections }: { collections: CollectionList }) => {
  const { at, filters } = usePastView()
  const links = useInfiniteQuery(pastLinksQuery(at, filters))
  const pages = links.data?.pages.map(readyOf)
  const [first] = pages ?? []
  if (links.error && !first)
    return (
      <Message title="These links could not be loaded" level={2}>
        <p className="text-ink-2">{messageOf(links.error, 'There was no answer. Your library is safe.')}</p>
        <Button onClick={() => links.refetch()}>Try again</Button>
      </Message>
    )
  if (!pages || !first) return <ListShape />
  const gone = new Set(pages.flatMap(page => page?.gone ?? []))
  const byId = new Map(collections.map(each => [each.id, each]))
  const what = [filters.q && 'matching', filters.archived && 'archived', filters.favorite && 'favorite']
  const name = `${what.filter(Boolean).join(' ') || 'saved'} link`
  return (
    <>
      <p role="status" className="tabular pb-2 text-ink-2">
        {first.total === 0
          ? filters.q
            ? `No title of that moment has “${filters.q}” in it.`
            : `There was no ${name} at that moment.`
          : first.totalIsLowerBound
            ? `At least ${countOf(first.total, name)}`
            : countOf(first.total, name)}
      </p>
      <ul aria-label="Links of that moment" className="divide-y divide-line">
        {pages
          .flatMap(page => page?.links ?? [])
          .map(link => (
            <Row
              key={link.id}
              link={link}
              isGone={gone.has(link.id)}
              color={byId.get(link.collectionId ?? 0)?.color}
              collection={byId.get(link.collectionId ?? 0)?.name}
            />
          ))}
      </ul>
      {links.hasNextPage && (
        <div className="mt-6 flex justify-center" aria-busy={links.isFetchingNextPage}>
          <Button
            onClick={() => links.isFetchingNextPage || links.fetchNextPage()}
            aria-disabled={links.isFetchingNextPage}
            className="aria-disabled:opacity-55"
          >
            Load More
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = {
  link: SavedLink
  isGone: boolean
  color?: string | undefined
  collection?: string | undefined
}

const Row = ({ link, isGone, color, collection }: RowProps) => {
  const { id, url, title, note, tags, createdAt, isFavorite, isArchived } = link
  const host = useShownHost(url)
  const titleId = useId()
  return (
    <li className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <article aria-labelledby={titleId} className="flex items-start gap-3 py-2.5">
        <div className="min-w-0 flex-1">
          <h2 id={titleId} dir="auto" className="text-lead leading-6 break-words">
            <TitleLink id={id} url={url} isGone={isGone}>
              {title}
            </TitleLink>
          </h2>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-meta text-ink-2">
            <span className="max-w-full truncate">{host}</span>
            <time dateTime={createdAt} title={formatExact(createdAt)}>
              {formatDate(createdAt)}
            </time>
            {collection && (
              <span className="flex min-w-0 items-center gap-1.5">
                <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />
                <span dir="auto" className="truncate">
                  <span className="sr-only">in </span>
                  {collection}
                </span>
              </span>
            )}
            {isFavorite && (
              <Mark icon={<Star aria-hidden className="size-3.5! fill-marker text-marker-ink" />}>
                Favorite
              </Mark>
            )}
            {isArchived && <Mark icon={<Archive aria-hidden className="size-3.5!" />}>Archived</Mark>}
            {isGone && <span className="font-medium text-ink">Deleted since</span>}
            {tags.map(tag => (
              <span key={tag} dir="auto" className="max-w-full truncate">
                #{tag}
              </span>
            ))}
          </div>
          {note && (
            <p dir="auto" className="mt-0.5 line-clamp-2 text-ink-2">
              {note}
            </p>
          )}
        </div>
        {!isGone && isWebAddress(url) && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Original of ${title}`}
            className="inline-grid size-9 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          >
            <ExternalLink aria-hidden />
          </a>
        )}
      </article>
    </li>
  )
}

const Mark = ({ icon, children }: { icon: ReactNode; children: string }) => (
  <span className="flex items-center gap-1">
    {icon}
    {children}
  </span>
)

type TitleProps = { id: number; url: string; isGone: boolean; children: string }

/** Opens today's article; of a link that is gone, the page itself. */
const TitleLink = ({ id, url, isGone, children }: TitleProps) => {
  if (!isGone)
    return (
      <Link href={`/reader/${id}`} className="rounded-[4px] hover:underline">
        {children}
      </Link>
    )
  if (!isWebAddress(url)) return children
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="rounded-[4px] hover:underline">
      {children}
    </a>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

const ListShape = () => (
  <>
    <p role="status" className="sr-only">
      Loading the links of that moment…
    </p>
    <div className="divide-y divide-line">
      {ROWS.map(row => (
        <div key={row} className="flex flex-col gap-2 py-3">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  </>
)
