import { X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { TagLink } from '../../parts/tag-link.tsx'

type Props = {
  tags: readonly string[]
  isArchived: boolean
  onRemove: (tag: string) => void
  /** The person goes to the links of a tag. */
  onLeave: () => void
}

/** All tags of the link; each leads to its links and has a button that takes it away. */
export const TagList = ({ tags, isArchived, onRemove, onLeave }: Props) => {
  const list = useRef<HTMLUListElement>(null)
  const remove = (tag: string, index: number) => {
    const field = list.current?.parentElement?.querySelector('input')
    flushSync(() => onRemove(tag))
    const buttons = list.current?.querySelectorAll('button')
    ;(buttons?.[index] ?? buttons?.[index - 1] ?? field)?.focus()
  }
  if (tags.length === 0) return null
  return (
    <ul ref={list} aria-label="Tags of this link" className="mt-2 flex flex-wrap gap-1.5">
      {tags.map((tag, index) => (
        <li
          key={tag}
          className="flex max-w-full items-center rounded-control border border-line-2 bg-surface pl-2.5 text-meta"
        >
          <span dir="auto" className="flex min-w-0">
            <TagLink
              tag={tag}
              isArchived={isArchived}
              onClick={onLeave}
              className="min-w-6 py-1 wrap-anywhere whitespace-normal! pointer-coarse:py-2.5"
            />
          </span>
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            onClick={() => remove(tag, index)}
            className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11 [&_.lucide]:size-4"
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
