import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aVoice, stubSynth } from '../../../test-support/stub-synth.ts'
import { createPlayer, PAUSE_MS, type Playing, type Sound, secondsOf } from './player.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const SEGMENTS = ['The first sentence.', 'The second sentence.', 'The third sentence.'].map((spoken, n) => ({
  start: n * 20,
  end: n * 20 + spoken.length,
  spoken,
}))
/** Longer than a stuck segment of these is waited for, and less than one that does not start. */
const STUCK_MS = 7_000
const PLAIN: Sound = { rate: 1, pitch: 1, volume: 1, voice: null, language: 'en' }

const start = (sound: Partial<Sound> = {}) => {
  const stub = stubSynth()
  const states: Playing[] = []
  const onComplete = vi.fn()
  const player = createPlayer({
    segments: SEGMENTS,
    sound: () => ({ ...PLAIN, ...sound }),
    onChange: playing => states.push(playing),
    onComplete,
  })
  const state = () => states.at(-1)
  const texts = () => stub.spoken.map(({ text }) => text)
  return { ...stub, player, state, texts, onComplete, sound }
}

test('segments are spoken one after the other with a pause, and the end calls back', () => {
  const { player, last, texts, state, onComplete } = start()
  player.play()
  expect(state()).toMatchObject({ status: 'loading', index: 0 })
  last().onstart?.()
  expect(state()?.status).toBe('playing')
  last().onend?.()
  vi.advanceTimersByTime(PAUSE_MS - 1)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(state()).toMatchObject({ status: 'playing', index: 1 })
  last().onend?.()
  vi.advanceTimersByTime(PAUSE_MS)
  last().onend?.()
  expect(texts()).toEqual(SEGMENTS.map(({ spoken }) => spoken))
  expect(state()).toMatchObject({ status: 'ready', index: 0 })
  expect(onComplete).toHaveBeenCalledTimes(1)
})

test('pause cancels, and playing on speaks the segment again', () => {
  const { player, last, texts, state, synth } = start()
  player.play(1)
  last().onstart?.()
  const cancelled = last()
  player.toggle()
  expect(synth.cancel).toHaveBeenCalled()
  expect(state()).toMatchObject({ status: 'paused', index: 1 })
  // The browser tells the end of a cancelled utterance late.
  cancelled.onend?.()
  vi.advanceTimersByTime(60_000)
  expect(texts()).toHaveLength(1)
  player.toggle()
  expect(texts().at(-1)).toBe('The second sentence.')
})

test('stop goes back to the start', () => {
  const { player, last, state } = start()
  player.play(2)
  last().onstart?.()
  player.stop()
  expect(state()).toMatchObject({ status: 'ready', index: 0 })
})

test('a voice that falls silent speaks on from the last word heard', () => {
  const { player, last, texts, state } = start()
  player.play()
  last().onstart?.()
  last().onboundary?.({ charIndex: 10 })
  vi.advanceTimersByTime(STUCK_MS)
  expect(texts().slice(1)).toEqual(['sentence.'])
  // It falls silent again, so the next segment follows.
  last().onstart?.()
  last().onboundary?.({ charIndex: 1 })
  vi.advanceTimersByTime(STUCK_MS)
  expect(state()?.index).toBe(1)
})

test('a voice without word events whose end is lost goes on with the next segment', () => {
  const { player, last, texts } = start()
  player.play()
  last().onstart?.()
  vi.advanceTimersByTime(STUCK_MS)
  expect(texts()).toEqual(['The first sentence.', 'The second sentence.'])
})

test('a voice that never starts is tried again without it, then said', () => {
  const { player, spoken, state } = start({ voice: aVoice('en') })
  player.play()
  vi.advanceTimersByTime(20_000)
  expect(spoken.map(({ voice }) => voice?.lang)).toEqual(['en', undefined])
  expect(state()).toMatchObject({ status: 'paused', failure: expect.stringContaining('no voice') })
})

test('a browser that wants a click first is said', () => {
  const { player, last, state } = start()
  player.play()
  last().onerror?.({ error: 'not-allowed' })
  expect(state()).toMatchObject({ status: 'paused', failure: expect.stringContaining('Play again') })
})

test.each([
  [
    { rate: 20, pitch: 3, volume: 2 },
    { rate: 10, pitch: 2, volume: 1 },
  ],
  [
    { rate: 0, pitch: -1, volume: -1 },
    { rate: 0.1, pitch: 0, volume: 0 },
  ],
])('%o is clamped', (sound, clamped) => {
  const { player, last } = start(sound)
  player.play()
  expect(last()).toMatchObject(clamped)
})

test('a new sound speaks the segment again; a paused one stays paused', () => {
  const { player, texts } = start()
  player.play(1)
  player.soundChanged()
  expect(texts()).toEqual(['The second sentence.', 'The second sentence.'])
  player.pause()
  player.soundChanged()
  expect(texts()).toHaveLength(2)
})

test('steps stay within the article', () => {
  const { player, state, texts } = start()
  player.step(-1)
  expect(state()?.index).toBe(0)
  player.step(1)
  player.step(1)
  player.step(1)
  expect(state()).toMatchObject({ status: 'ready', index: 2 })
  expect(texts()).toEqual([])
})

test('a Japanese character takes longer than a letter', () => {
  expect(secondsOf('港')).toBeGreaterThan(secondsOf('a'))
})
