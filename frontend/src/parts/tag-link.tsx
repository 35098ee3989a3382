import { tagSearch } from '@lectern/contracts/tag-search.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '../ui/cx.ts'

/** The address of the search for a tag, in the library or in its archive. */
export const tagHref = (tag: string, isArchived = false): string =>
  `/dashboard?${new URLSearchParams({ q: tagSearch(tag), ...(isArchived && { archived: 'true' }) })}`

type Props = {
  tag: string
  /** Looks in the archive, so that an archived link is among those found. */
  isArchived: boolean
  className?: string
  onClick?: () => void
  /** The name, with the matches of a search marked. */
  children?: ReactNode
}

/** A tag as a #word that leads to its links. */
export const TagLink = ({ tag, isArchived, className, onClick, children = tag }: Props) => (
  <Link
    href={tagHref(tag, isArchived)}
    draggable={false}
    onClick={onClick}
    className={cx('truncate rounded-[4px] hover:text-ink hover:underline', className)}
  >
    #{children}
  </Link>
)
