import type { Status } from './player.ts'

type Handlers = { play: () => void; pause: () => void; stop: () => void; step: (by: 1 | -1) => void }

/** Browsers give the media keys only to a page that plays sound of some seconds. */
const SILENCE_SECONDS = 6
/** The lowest rate that browsers play. */
const SAMPLES_A_SECOND = 3_000
const HEADER_BYTES = 44
/** The middle of 8-bit samples: no sound. */
const NO_SOUND = 0x80

/** A WAV file of silence, 8 bits, one channel. */
const silence = (): Blob => {
  const samples = SILENCE_SECONDS * SAMPLES_A_SECOND
  const bytes = new Uint8Array(HEADER_BYTES + samples).fill(NO_SOUND)
  const view = new DataView(bytes.buffer)
  const word = (at: number, text: string) => {
    for (let n = 0; n < text.length; n++) view.setUint8(at + n, text.charCodeAt(n))
  }
  word(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + samples, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLES_A_SECOND, true)
  view.setUint32(28, SAMPLES_A_SECOND, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  word(36, 'data')
  view.setUint32(40, samples, true)
  return new Blob([bytes], { type: 'audio/wav' })
}

const ACTIONS = ['play', 'pause', 'stop', 'nexttrack', 'previoustrack'] as const

/** Puts the article on the device's media controls, and its keys on the speech, until the returned object is closed. */
export const openMediaSession = (
  { title, artist }: { title: string; artist: string },
  { play, pause, stop, step }: Handlers,
) => {
  const { mediaSession } = navigator
  if (!mediaSession) return { show: (_: Status) => undefined, close: () => undefined }
  const address = URL.createObjectURL(silence())
  const audio = new Audio(address)
  audio.loop = true
  mediaSession.metadata = new MediaMetadata({ title, artist })
  const handlers = {
    play,
    pause,
    stop,
    nexttrack: () => step(1),
    previoustrack: () => step(-1),
  }
  for (const action of ACTIONS) mediaSession.setActionHandler(action, handlers[action])
  return {
    show: (status: Status): void => {
      const isSpeaking = status === 'playing' || status === 'loading'
      mediaSession.playbackState = isSpeaking ? 'playing' : status === 'paused' ? 'paused' : 'none'
      // Without it the speech is heard all the same.
      if (isSpeaking) audio.play().catch(() => undefined)
      else audio.pause()
    },
    close: (): void => {
      audio.pause()
      URL.revokeObjectURL(address)
      for (const action of ACTIONS) mediaSession.setActionHandler(action, null)
      mediaSession.metadata = null
      mediaSession.playbackState = 'none'
    },
  }
}
