import { useAtom } from 'jotai'
import {
  FaceChoice,
  FontSize,
  SpacingChoice,
  ThemeChoice,
  WidthChoice,
} from '../../parts/reading-settings/choices.tsx'
import { useReaderSettings, useTypography } from '../../parts/reading-settings/settings.ts'
import { OnDevice, Section } from '../../parts/section.tsx'
import { shelfAtom } from '../../parts/shelf-setting.ts'

/** How articles look on this device, by the settings of the reader's Aa panel, and whether those one has begun stand above the list. */
export const ReadingSection = () => {
  const { size, theme, width, face, spacing, column } = useReaderSettings()
  const { style, ...typography } = useTypography()
  const [hasShelf, setShelf] = useAtom(shelfAtom)
  return (
    <Section
      title="Reading"
      lead="How articles look, and how you go on with them."
      aside={<OnDevice of={`${size} ${theme} ${width} ${face} ${spacing} ${hasShelf}`} />}
    >
      <div className="grid gap-x-8 gap-y-4 p-4 sm:grid-cols-2">
        <ThemeChoice />
        <WidthChoice />
        <FaceChoice />
        <SpacingChoice />
        <div className="self-end">
          <FontSize />
        </div>
      </div>
      <figure data-theme={theme} className="border-t border-line bg-paper px-4 py-5 text-ink">
        <figcaption className="text-meta text-ink-2">An article looks like this.</figcaption>
        <p className="mt-2" {...typography} style={{ ...style, maxWidth: `${column}rem` }}>
          The lamp was low, and the house had gone quiet. She moved her chair to the window, found the line
          where she had stopped the night before, and read on until the last tram had passed.
        </p>
      </figure>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 border-t border-line px-4 py-2.5">
        <input
          type="checkbox"
          className="checkbox shrink-0"
          checked={hasShelf}
          onChange={event => setShelf(event.target.checked)}
        />
        Show “Continue reading” above my links
      </label>
    </Section>
  )
}
