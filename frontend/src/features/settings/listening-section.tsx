import { OnDevice, Section } from '../../parts/section.tsx'
import { RateChoice } from '../../parts/speech-settings/rate-choice.tsx'
import { useSpeechSettings } from '../../parts/speech-settings/settings.ts'
import { useVoices } from '../../parts/speech-settings/use-voices.ts'
import { PitchAndVolume, VoiceChoice } from '../../parts/speech-settings/voice-fields.tsx'
import { primaryOf } from '../../parts/speech-settings/voices.ts'

/** Languages of the browser that a voice can be chosen for here. The reader offers the voices of any article's language. */
const LANGUAGES_MAX = 4

/** How articles are read aloud on this device: the settings of the reader's Listen panel. */
export const ListeningSection = () => {
  const { settings } = useSpeechSettings()
  const isSupported = 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window
  return (
    <Section title="Listening" lead="How articles are read aloud." aside={<OnDevice of={settings} />}>
      {isSupported ? (
        <Fields />
      ) : (
        <p className="p-4 text-ink-2">Text-to-speech is not supported in this browser.</p>
      )}
    </Section>
  )
}

const Fields = () => {
  const voices = useVoices()
  const languages = [...new Set(navigator.languages.map(primaryOf))].slice(0, LANGUAGES_MAX)
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return (
    <div className="grid gap-x-8 gap-y-4 p-4 sm:grid-cols-2">
      {languages.map(language => (
        <VoiceChoice
          key={language}
          voices={voices}
          language={language}
          label={`Voice for ${names.of(language)}`}
        />
      ))}
      <RateChoice hasLegend />
      <PitchAndVolume />
    </div>
  )
}
