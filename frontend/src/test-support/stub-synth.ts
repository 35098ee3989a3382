import { vi } from 'vitest'

type Spoken = {
  text: string
  rate: number
  pitch: number
  volume: number
  lang: string
  voice: SpeechSynthesisVoice | null
  onstart?: () => void
  onboundary?: (event: { charIndex: number }) => void
  onend?: () => void
  onerror?: (event: { error: string }) => void
}

/** A speech synthesiser that says what it was given, and speaks when the test tells it to. */
export const stubSynth = (voices: SpeechSynthesisVoice[] = []) => {
  const spoken: Spoken[] = []
  const synth = Object.assign(new EventTarget(), {
    speak: (utterance: Spoken) => void spoken.push(utterance),
    cancel: vi.fn(),
    getVoices: () => voices,
  })
  class Utterance {
    text: string
    rate = 1
    pitch = 1
    volume = 1
    lang = ''
    voice = null
    constructor(text: string) {
      this.text = text
    }
  }
  vi.stubGlobal('speechSynthesis', synth)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  return {
    spoken,
    synth,
    last: () => {
      const utterance = spoken.at(-1)
      if (!utterance) throw new Error('Nothing was spoken')
      return utterance
    },
    setVoices: (now: SpeechSynthesisVoice[]) => {
      voices = now
      synth.dispatchEvent(new Event('voiceschanged'))
    },
  }
}

export const aVoice = (lang: string, changes: Partial<SpeechSynthesisVoice> = {}): SpeechSynthesisVoice => ({
  lang,
  name: `Voice ${lang}`,
  voiceURI: `urn:voice:${lang}`,
  localService: true,
  default: false,
  ...changes,
})
