import { useId } from 'react'
import { PITCH, useSpeechSettings, VOLUME } from './settings.ts'
import { offeredVoices, voiceFor } from './voices.ts'

type Props = {
  /** All voices of the device. */
  voices: readonly SpeechSynthesisVoice[]
  language: string | null
  label?: string
}

/** Chooses the voice that speaks a language; null for texts that name none. */
export const VoiceChoice = ({ voices, language, label = 'Voice' }: Props) => {
  const { chosenVoice, chooseVoice } = useSpeechSettings()
  const voice = voiceFor(voices, language, chosenVoice(language))
  const offered = offeredVoices(voices, language)
  return (
    <label className="flex flex-col gap-1.5 font-medium">
      {label}
      <select
        value={voice?.voiceURI ?? ''}
        onChange={({ target }) => chooseVoice(language, target.value)}
        className="h-9 w-full rounded-control border border-edge bg-surface px-2 font-normal pointer-coarse:h-11"
      >
        {voice === null && <option value="">The browser's voice</option>}
        {voice !== null && !offered.includes(voice) && <option value={voice.voiceURI}>{voice.name}</option>}
        {offered.map(({ voiceURI, name, lang }) => (
          <option key={voiceURI} value={voiceURI}>
            {name} ({lang})
          </option>
        ))}
      </select>
    </label>
  )
}

export const PitchAndVolume = () => {
  const { settings, change } = useSpeechSettings()
  return (
    <>
      <Slider label="Pitch" range={PITCH} value={settings.pitch} onChange={pitch => change({ pitch })} />
      <Slider label="Volume" range={VOLUME} value={settings.volume} onChange={volume => change({ volume })} />
    </>
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
