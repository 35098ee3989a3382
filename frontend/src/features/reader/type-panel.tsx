import type { RefObject } from 'react'
import {
  FaceChoice,
  FontSize,
  SpacingChoice,
  ThemeChoice,
  WidthChoice,
} from '../../parts/reading-settings/choices.tsx'
import { PopoverPanel } from '../../ui/popover-panel.tsx'

type Props = { owner: RefObject<HTMLElement | null>; onClose: () => void }

/** How articles look. */
export default function TypePanel({ owner, onClose }: Props) {
  return (
    <PopoverPanel
      label="Text size and theme"
      owner={owner}
      align="end"
      className="flex w-66 flex-col gap-4"
      onClose={onClose}
    >
      <FontSize />
      <ThemeChoice />
      <FaceChoice />
      <WidthChoice />
      <SpacingChoice />
    </PopoverPanel>
  )
}
