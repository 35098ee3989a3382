import { useAtom } from 'jotai'
import { settingAtom } from '../../lib/settings.ts'
import { primaryOf } from './voices.ts'

export const RATES = [0.75, 1, 1.25, 1.5] as const
export const PITCH = { least: 0.5, most: 2, step: 0.1 } as const
export const VOLUME = { least: 0, most: 1, step: 0.1 } as const

type Settings = {
  rate: number
  pitch: number
  volume: number
  /** The voiceURI that was chosen for a language, for example 'en'; '' for articles that name none. */
  voices: Readonly<Record<string, string>>
}

const USUAL: Settings = { rate: 1, pitch: 1, volume: 1, voices: {} }

const numberOr = (value: unknown, { least, most }: { least: number; most: number }, usual: number): number =>
  typeof value === 'number' && value >= least && value <= most ? value : usual

const parse = (stored: string | null): Settings => {
  try {
    const { rate, pitch, volume, voices } = JSON.parse(stored ?? '{}') as Record<string, unknown>
    const named = Object.entries(voices ?? {})
      .filter(([, voice]) => typeof voice === 'string')
      .map(([language, voice]) => [primaryOf(language), voice])
    return {
      rate: RATES.find(each => each === rate) ?? USUAL.rate,
      pitch: numberOr(pitch, PITCH, USUAL.pitch),
      volume: numberOr(volume, VOLUME, USUAL.volume),
      voices: Object.fromEntries(named),
    }
  } catch {
    return USUAL
  }
}

const settingsAtom = settingAtom('speech', parse, JSON.stringify)

/** How articles are read aloud on this device. */
export const useSpeechSettings = () => {
  const [settings, set] = useAtom(settingsAtom)
  const change = (changes: Partial<Settings>) => set({ ...settings, ...changes })
  return {
    settings,
    change,
    /** The voiceURI chosen for a language, in all of its countries. */
    chosenVoice: (language: string | null): string | undefined => settings.voices[primaryOf(language ?? '')],
    chooseVoice: (language: string | null, voiceURI: string) =>
      change({ voices: { ...settings.voices, [primaryOf(language ?? '')]: voiceURI } }),
  }
}
