import { tagSearch } from '@lectern/contracts/tag-search.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Id, sharedPath } from '../data/id.ts'
import { cx } from '../ui/cx.ts'

/** The address of the search for a tag, in the library or in its archive. */
export const tagHref = (tag: string, isArchived = false, path = '/dashboard'): string =>
  `${path}?${new URLSearchParams({ q: tagSearch(tag), ...(isArchived && { archived: 'true' }) })}`

type Props = {
  tag: string
  /** Looks in the archive, so that an archived link is among those found. */
  isArchived: boolean
  /** The collection of somebody else that the link is in, whose tags are not one's own. */
  within?: Id | null | undefined
  className?: string
  onClick?: () => void
  /** The name, with the matches of a search marked. */
  children?: ReactNode
}

/** A tag as a #word that leads to its links. */
export const TagLink = ({ tag, isArchived, within, className, onClick, children = tag }: Props) => (
  <Link
    href={tagHref(tag, isArchived, within ? sharedPath(within) : undefined)}
    draggable={false}
    onClick={onClick}
    className={cx('truncate rounded-[4px] hover:text-ink hover:underline', className)}
  >
    #{children}
  </Link>
)
