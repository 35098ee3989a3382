import type { Link } from '../data/answers.ts'
import { cx } from '../ui/cx.ts'
import { TagLink } from './tag-link.tsx'

/** All tags of a link; each leads to its links. */
export const TagLinks = ({ link, className }: { link: Link; className?: string }) =>
  link.tags.length > 0 && (
    <ul aria-label="Tags" className={cx('flex flex-wrap gap-x-3 text-ink-2', className)}>
      {link.tags.map(tag => (
        <li key={tag} dir="auto" className="flex max-w-full min-w-0">
          <TagLink
            tag={tag}
            isArchived={link.isArchived}
            within={link.library === undefined ? null : link.collectionId}
            className="py-1 pointer-coarse:py-2.5"
          />
        </li>
      ))}
    </ul>
  )
