import { expect, test } from 'vitest'
import { aVoice } from '../../test-support/stub-synth.ts'
import { offeredVoices, voiceFor } from './voices.ts'

const voices = (...langs: string[]) => langs.map((lang, n) => aVoice(lang, { voiceURI: `${lang} ${n}` }))
const langs = (offered: SpeechSynthesisVoice[]) => offered.map(({ lang }) => lang)

test('with four voices of the language, only those are offered', () => {
  const all = voices('de-DE', 'en-US', 'en_GB', 'en-AU', 'en-IN', 'fr-FR')
  expect(langs(offeredVoices(all, 'en'))).toEqual(['en-US', 'en_GB', 'en-AU', 'en-IN'])
})

test('with fewer, they come first and others fill up to eight', () => {
  const all = voices('de', 'fr', 'es', 'it', 'nl', 'pt', 'ru', 'pl', 'sv', 'en')
  expect(langs(offeredVoices(all, 'en-GB'))).toEqual(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ru'])
})

test('the chosen voice speaks; without it one of the language; else none is named', () => {
  const all = voices('de', 'en', 'en')
  expect(voiceFor(all, 'en', 'en 2')?.voiceURI).toBe('en 2')
  expect(voiceFor(all, 'en', 'gone')?.voiceURI).toBe('en 1')
  expect(voiceFor(all, 'fr', undefined)).toBeNull()
})
