import type { Page } from '@playwright/test'

/** Utterances that the stub was given, newest last. */
export type Spoken = { text: string; rate: number; pitch: number; volume: number; voice: string | null }

/** Headless Chromium has no voices. This synthesiser speaks until finish() ends an utterance, or at once in a hurry. */
const STUB = `(() => {
  const voices = [
    ['de-DE', 'Anna'], ['en-US', 'Samantha'], ['fr-FR', 'Amelie'], ['en-GB', 'Daniel'],
  ].map(([lang, name]) => ({ lang, name, voiceURI: 'urn:' + name, localService: true, default: false }))
  const target = new EventTarget()
  let current = null
  const stub = {
    spoken: [],
    isHurried: false,
    finish: () => { const ended = current; current = null; ended?.onend?.({}) },
  }
  window.speechStub = stub
  window.SpeechSynthesisUtterance = class {
    constructor(text) { Object.assign(this, { text, rate: 1, pitch: 1, volume: 1, voice: null, lang: '' }) }
  }
  const synth = Object.assign(target, {
    getVoices: () => window.voicesAreHere ? voices : [],
    speak: utterance => {
      current = utterance
      const { text, rate, pitch, volume, voice } = utterance
      stub.spoken.push({ text, rate, pitch, volume, voice: voice && voice.name })
      setTimeout(() => {
        if (current === utterance) utterance.onstart?.({})
        if (stub.isHurried && current === utterance) stub.finish()
      })
    },
    cancel: () => { current = null },
  })
  Object.defineProperty(window, 'speechSynthesis', { value: synth, configurable: true })
  setTimeout(() => {
    window.voicesAreHere = true
    synth.dispatchEvent(new Event('voiceschanged'))
  }, 50)
})()`

/** Gives the page a synthesiser that the test controls. Call it before the page is opened. */
export const stubSpeech = async (page: Page) => {
  await page.addInitScript({ content: STUB })
  return {
    spoken: () => page.evaluate('window.speechStub.spoken') as Promise<Spoken[]>,
    /** The utterance that is spoken comes to its end. */
    finish: () => page.evaluate('window.speechStub.finish()'),
    /** Every utterance ends as soon as it begins. */
    hurry: () => page.evaluate('window.speechStub.isHurried = true; window.speechStub.finish()'),
    /** The words that are marked in the article. */
    marked: () =>
      page.evaluate("[...(CSS.highlights.get('speech') ?? [])].map(String).join('')") as Promise<string>,
  }
}
