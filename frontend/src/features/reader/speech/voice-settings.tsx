import { SlidersHorizontal } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { PopoverPanel } from '../../../ui/popover-panel.tsx'
import { PITCH, useSpeechSettings, VOLUME } from './settings.ts'
import { offeredVoices } from './voices.ts'

type Props = {
  voices: readonly SpeechSynthesisVoice[]
  /** The voice that speaks. */
  voice: SpeechSynthesisVoice | null
  language: string | null
}

/** A button with the voice, the pitch and the volume. */
export const VoiceSettings = ({ voices, voice, language }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const owner = useRef<HTMLSpanElement>(null)
  const { settings, change } = useSpeechSettings()
  const offered = offeredVoices(voices, language)
  return (
    <span ref={owner} className="inline-flex">
      <IconButton
        aria-label="Voice, pitch and volume"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden />
      </IconButton>
      {isOpen && (
        <PopoverPanel
          label="Voice, pitch and volume"
          owner={owner}
          align="end"
          className="flex w-72 flex-col gap-4"
          onClose={() => setOpen(false)}
        >
          <label className="flex flex-col gap-1.5 font-medium">
            Voice
            <select
              value={voice?.voiceURI ?? ''}
              onChange={({ target }) =>
                change({ voices: { ...settings.voices, [language ?? '']: target.value } })
              }
              className="h-9 w-full rounded-control border border-edge bg-surface px-2 font-normal pointer-coarse:h-11"
            >
              {voice === null && <option value="">The browser's voice</option>}
              {voice !== null && !offered.includes(voice) && (
                <option value={voice.voiceURI}>{voice.name}</option>
              )}
              {offered.map(({ voiceURI, name, lang }) => (
                <option key={voiceURI} value={voiceURI}>
                  {name} ({lang})
                </option>
              ))}
            </select>
          </label>
          <Slider label="Pitch" range={PITCH} value={settings.pitch} onChange={pitch => change({ pitch })} />
          <Slider
            label="Volume"
            range={VOLUME}
            value={settings.volume}
            onChange={volume => change({ volume })}
          />
        </PopoverPanel>
      )}
    </span>
  )
}

type SliderProps = {
  label: string
  range: { least: number; most: number; step: number }
  value: number
  onChange: (value: number) => void
}

const Slider = ({ label, range, value, onChange }: SliderProps) => {
  const id = useId()
  return (
    <div className="grid grid-cols-[1fr_auto] gap-y-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <output className="tabular text-ink-2">{value.toFixed(1)}</output>
      <input
        id={id}
        type="range"
        min={range.least}
        max={range.most}
        step={range.step}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="col-span-2 h-6"
        style={{ accentColor: 'var(--ink)' }}
      />
    </div>
  )
}
