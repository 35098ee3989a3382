/** With at least this many voices in the article's language, only those are offered. */
const PREFERRED_ENOUGH = 4
const VOICES_MAX = 8

/** The first part of a language tag. Android writes en_US. */
export const primaryOf = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? ''

const isOf = (voice: SpeechSynthesisVoice, language: string | null): boolean =>
  language !== null && primaryOf(voice.lang) === primaryOf(language)

/** The voices to choose from: those of the article's language first; with few of them, others up to 8 in all. */
export const offeredVoices = (
  voices: readonly SpeechSynthesisVoice[],
  language: string | null,
): SpeechSynthesisVoice[] => {
  const spoken = language ?? navigator.language
  const preferred = voices.filter(voice => isOf(voice, spoken))
  if (preferred.length >= PREFERRED_ENOUGH) return preferred
  return [...preferred, ...voices.filter(voice => !isOf(voice, spoken))].slice(0, VOICES_MAX)
}

/** The voice that speaks: the chosen one; else one of the article's language, best one on the device; else the browser's own choice. */
export const voiceFor = (
  voices: readonly SpeechSynthesisVoice[],
  language: string | null,
  chosen: string | undefined,
): SpeechSynthesisVoice | null => {
  const known = voices.find(({ voiceURI }) => voiceURI === chosen)
  if (known) return known
  const preferred = voices.filter(voice => isOf(voice, language))
  return (
    preferred.find(voice => voice.default) ??
    preferred.find(voice => voice.localService) ??
    preferred[0] ??
    null
  )
}
