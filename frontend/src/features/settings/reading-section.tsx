import {
  FaceChoice,
  FontSize,
  SpacingChoice,
  ThemeChoice,
  WidthChoice,
} from '../../parts/reading-settings/choices.tsx'
import { useReaderSettings, useTypography } from '../../parts/reading-settings/settings.ts'
import { OnDevice, Section } from './section.tsx'

/** How articles look on this device: the settings of the reader's Aa panel. */
export const ReadingSection = () => {
  const { size, theme, width, face, spacing, column } = useReaderSettings()
  const { style, ...typography } = useTypography()
  return (
    <Section
      title="Reading"
      lead="How articles look."
      aside={<OnDevice of={`${size} ${theme} ${width} ${face} ${spacing}`} />}
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
    </Section>
  )
}
