import { tagKey } from '@lectern/contracts/tags.ts'
import { useCombobox } from 'downshift'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTags } from '../data/library/use-tags.ts'
import { cx } from '../ui/cx.ts'
import { TextField } from '../ui/field.tsx'
import { completeTag, spellTags, suggestTags } from './tags.ts'
import type { TagsFieldProps } from './tags-field.tsx'

type Props = TagsFieldProps & {
  /** The field that this one replaces. */
  plainField: RefObject<HTMLInputElement | null>
}

export default function TagsCombobox({ value, onChange, plainField, offered, ...field }: Props) {
  const { tags } = useTags()
  const known = useMemo(() => tags?.map(({ tag }) => tag) ?? [], [tags])
  const spellings = useMemo(() => new Map(known.map(tag => [tagKey(tag), tag])), [known])
  // The first render happens while the plain field is still on the page.
  const [takesFocus] = useState(() => plainField.current === document.activeElement)
  const [cursor, setCursor] = useState(() => plainField.current?.selectionStart ?? value.length)
  const input = useRef<HTMLInputElement>(null)
  const items = suggestTags(value, cursor, offered ?? known, { beforeTyping: offered !== undefined })
  const moved = useRef<number | null>(null)
  /** Shows what was typed as the library spells it. */
  const show = (typed: string, at: number | null) => {
    const now = spellTags(typed, at, tag => spellings.get(tagKey(tag)))
    if (now.text !== value) onChange(now.text)
    setCursor(now.cursor)
    // React puts the cursor at the end of a text that is not the typed one.
    if (at !== null && now.text !== typed) moved.current = now.cursor
  }
  useLayoutEffect(() => {
    if (moved.current !== null) input.current?.setSelectionRange(moved.current, moved.current)
    moved.current = null
  })
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items,
    inputValue: value,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => {
      const completed = completeTag(value, cursor, selectedItem ?? '')
      onChange(completed)
      setCursor(completed.length)
    },
  })
  const isListed = isOpen && items.length > 0
  // TextField has the label.
  const {
    id: _id,
    'aria-labelledby': _label,
    ...inputProps
  } = getInputProps({
    ref: input,
    onChange: ({ currentTarget, nativeEvent }) => {
      const at = currentTarget.selectionStart ?? currentTarget.value.length
      if (!(nativeEvent as InputEvent).isComposing) return show(currentTarget.value, at)
      onChange(currentTarget.value)
      setCursor(at)
    },
    onKeyDown: ({ key }) => {
      if (key === 'Enter' && highlightedIndex < 0) show(value, null)
    },
    onBlur: () => show(value, null),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when this replaces the plain field
  useLayoutEffect(() => {
    if (!takesFocus) return
    input.current?.focus()
    input.current?.setSelectionRange(cursor, cursor)
  }, [])
  return (
    <div className="relative">
      <TextField
        {...field}
        {...inputProps}
        aria-expanded={isListed}
        autoCapitalize="none"
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? value.length)}
      />
      <ul
        {...getMenuProps({ 'aria-label': 'Suggestions', 'aria-labelledby': undefined })}
        hidden={!isListed}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-56 overflow-y-auto rounded-[11px] border border-line bg-surface p-1.5 shadow-high"
      >
        {isListed &&
          items.map((tag, index) => (
            <li
              key={tag}
              {...getItemProps({ item: tag, index })}
              className={cx(
                'flex min-h-9 cursor-pointer items-center rounded-[7px] px-2.5 break-words pointer-coarse:min-h-11',
                index === highlightedIndex && 'bg-sunken',
              )}
            >
              {tag}
            </li>
          ))}
      </ul>
    </div>
  )
}
