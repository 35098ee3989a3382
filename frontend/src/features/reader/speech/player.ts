import type { Segment } from './segments.ts'

export type Status = 'ready' | 'loading' | 'playing' | 'paused'

export type Playing = {
  readonly status: Status
  /** The segment that is spoken, or comes next. */
  readonly index: number
  /** A sentence for the user when speaking failed. */
  readonly failure: string | null
}

/** How an utterance sounds. `voice` null: the browser's own choice for the language. */
export type Sound = {
  readonly rate: number
  readonly pitch: number
  readonly volume: number
  readonly voice: SpeechSynthesisVoice | null
  readonly language: string | null
}

type Options = {
  readonly segments: readonly Segment[]
  readonly sound: () => Sound
  readonly onChange: (playing: Playing) => void
  /** The last segment has been spoken. */
  readonly onComplete?: () => void
}

export type Player = ReturnType<typeof createPlayer>

/** The silence between two segments. */
export const PAUSE_MS = 100
/** A voice that has not started by then is asked once more. Voices from the network take half a second. */
const START_WITHIN_MS = 8_000
/** An utterance may take this much longer than estimated before it counts as stuck. */
const STUCK_FACTOR = 2
const STUCK_EXTRA_MS = 4_000
/** Attempts at one segment. */
const ATTEMPTS = 2

const CHARS_A_SECOND = 15
/** A Chinese or Japanese character takes about as long as this many letters. */
const WIDE_CHARS = 3
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g

/** The estimated time to speak a text at rate 1, in seconds. */
export const secondsOf = (text: string): number =>
  (text.length + (WIDE_CHARS - 1) * (text.match(WIDE)?.length ?? 0)) / CHARS_A_SECOND

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const utteranceOf = (text: string, { rate, pitch, volume, voice, language }: Sound) => {
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.rate = clamp(rate, 0.1, 10)
  utterance.pitch = clamp(pitch, 0, 2)
  utterance.volume = clamp(volume, 0, 1)
  utterance.voice = voice
  const lang = voice?.lang ?? language
  if (lang) utterance.lang = lang
  return utterance
}

const FAILED = 'The voice could not be used. Please choose another one.'
const SILENT = 'This device has no voice that answers. Please choose another one.'
const NOT_ALLOWED = 'The browser did not allow speech. Please press Play again.'

/**
 * Speaks segments one after the other. Pausing cancels the utterance, and playing on speaks its segment again, because
 * Android cannot pause. A watchdog speaks on where a voice falls silent without an event.
 */
export const createPlayer = ({ segments, sound, onChange, onComplete }: Options) => {
  const synth = globalThis.speechSynthesis
  let playing: Playing = { status: 'ready', index: 0, failure: null }
  /** The utterance whose events count. Browsers drop the events of an utterance that nobody holds. */
  let current: SpeechSynthesisUtterance | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const change = (changes: Partial<Playing>) => {
    playing = { ...playing, ...changes }
    onChange(playing)
  }
  const silence = () => {
    clearTimeout(timer)
    current = null
    synth.cancel()
  }
  const fail = (failure: string) => {
    silence()
    change({ status: 'paused', failure })
  }

  /**
   * @param from where in the segment's words to begin
   * @param hasVoice whether the chosen voice speaks; else the browser's own one
   */
  const speak = (index: number, from = 0, attempt = 1, hasVoice = true) => {
    const segment = segments[index]
    if (!segment) {
      silence()
      change({ status: 'ready', index: 0 })
      onComplete?.()
      return
    }
    // Chrome keeps a stuck utterance in its queue, and then speaks no other one.
    silence()
    change({ index, failure: null, ...(playing.status !== 'playing' && { status: 'loading' }) })
    const text = segment.spoken.slice(from)
    const { voice, ...others } = sound()
    const utterance = utteranceOf(text, { ...others, voice: hasVoice ? voice : null })
    current = utterance
    let heard = 0
    let hasStarted = false
    const isCurrent = () => current === utterance

    const watch = () => {
      clearTimeout(timer)
      const left = (secondsOf(text.slice(heard)) * 1_000) / utterance.rate
      timer = setTimeout(onSilence, hasStarted ? left * STUCK_FACTOR + STUCK_EXTRA_MS : START_WITHIN_MS)
    }
    const onSilence = () => {
      if (!isCurrent()) return
      if (hasStarted && heard === 0) next()
      else if (attempt < ATTEMPTS) speak(index, from + heard, attempt + 1, hasStarted)
      else if (hasStarted) next()
      else fail(SILENT)
    }
    const next = () => {
      silence()
      if (index + 1 >= segments.length) speak(index + 1)
      else timer = setTimeout(() => speak(index + 1), PAUSE_MS)
    }
    utterance.onstart = () => {
      if (!isCurrent()) return
      hasStarted = true
      change({ status: 'playing' })
      watch()
    }
    utterance.onboundary = ({ charIndex }) => {
      if (!isCurrent()) return
      hasStarted = true
      heard = Math.max(heard, charIndex)
      watch()
    }
    utterance.onend = () => {
      if (isCurrent()) next()
    }
    utterance.onerror = ({ error }) => {
      if (!isCurrent()) return
      if (error === 'not-allowed') fail(NOT_ALLOWED)
      else if (attempt < ATTEMPTS) speak(index, from + heard, attempt + 1, false)
      else fail(FAILED)
    }
    watch()
    synth.speak(utterance)
  }

  const pause = () => {
    if (playing.status !== 'playing' && playing.status !== 'loading') return
    silence()
    change({ status: 'paused' })
  }
  const isSpeaking = () => playing.status === 'playing' || playing.status === 'loading'

  return {
    /** Speaks from this segment; without one, where it paused. */
    play: (index: number = playing.index): void => {
      if (segments.length > 0) speak(clamp(index, 0, segments.length - 1))
    },
    pause,
    toggle: (): void => (isSpeaking() ? pause() : speak(playing.index)),
    /** Back to the start. */
    stop: (): void => {
      silence()
      change({ status: 'ready', index: 0, failure: null })
    },
    /** To the next or the previous segment. Paused speech stays paused. */
    step: (by: 1 | -1): void => {
      const index = clamp(playing.index + by, 0, segments.length - 1)
      if (isSpeaking()) speak(index)
      else change({ index, failure: null })
    },
    /** Speaks the segment again with the sound as it is now. */
    soundChanged: (): void => {
      if (isSpeaking()) speak(playing.index)
    },
    /** Silences without a further change, when the article goes away. */
    dispose: silence,
  }
}
