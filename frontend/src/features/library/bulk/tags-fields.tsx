import { useAtomValue } from 'jotai'
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import type { Id } from '../../../data/id.ts'
import { listHandleAtom } from '../../../parts/list-handle.ts'
import { TagsField } from '../../../parts/tags-field.tsx'

const MODES = {
  add: {
    option: 'Add tags',
    label: 'Tags to add',
    hint: 'Separate tags with commas. The present ones stay.',
  },
  remove: {
    option: 'Remove tags',
    label: 'Tags to remove',
    hint: 'Separate tags with commas. The other ones stay.',
  },
  replace: {
    option: 'Replace all tags',
    label: 'New tags',
    hint: 'Separate tags with commas. They replace the present ones; empty removes all.',
  },
} as const
export type TagsMode = keyof typeof MODES

type Props = {
  linkIds: readonly Id[]
  mode: TagsMode
  select: ComponentProps<'select'>
  value: string
  onChange: (tags: string) => void
  /** The dialog opened for the tags, and focuses their field itself. */
  hasFocus: boolean
}

/** Fields for the tags of the links, with the focus in the last one. Removing suggests only tags that these links have. */
export const BulkTagsFields = ({ linkIds, mode, select, value, onChange, hasFocus }: Props) => {
  const present = useTagsOf(linkIds)
  const { label, hint } = MODES[mode]
  const fields = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the box is ticked
  useLayoutEffect(() => {
    if (!hasFocus) fields.current?.querySelector('input')?.focus()
  }, [])
  return (
    <div ref={fields} className="flex flex-col gap-3">
      <select aria-label="What to do with tags" {...select}>
        {Object.entries(MODES).map(([each, { option }]) => (
          <option key={each} value={each}>
            {option}
          </option>
        ))}
      </select>
      <TagsField
        key={mode}
        label={label}
        hint={hint}
        {...(mode === 'remove' && present && { offered: present })}
        data-focus-first={hasFocus || undefined}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

/** The tags of these links as they are when the caller mounts; undefined where not all of the links are displayed. */
const useTagsOf = (linkIds: readonly Id[]): string[] | undefined => {
  const list = useAtomValue(listHandleAtom)
  const [tags] = useState(() => {
    const ids = new Set(linkIds)
    const shown = list?.links().filter(({ id }) => ids.has(id)) ?? []
    return shown.length < ids.size ? undefined : [...new Set(shown.flatMap(link => link.tags))]
  })
  return tags
}
