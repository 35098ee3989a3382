import { useEffect, useRef, useState } from 'react'

const LASTS_MS = 3_000
/** Frames that a piece of paper is seen for. */
const PIECE_FRAMES = 80
/** The last pieces are thrown so early that they have faded at the end. */
const THROWN_MS = 1_700
const EVERY_MS = 150
const COLORS = ['--marker', '--tint-1-ink', '--tint-2-ink', '--tint-3-ink', '--tint-4-ink']

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Throws confetti from both edges, until the signal. */
const celebrate = async (canvas: HTMLCanvasElement, signal: AbortSignal) => {
  const { default: confetti } = await import('canvas-confetti')
  if (signal.aborted) return
  // A worker of the library would be a script from a blob, which the page's policy forbids.
  const fire = confetti.create(canvas, { resize: true, useWorker: false })
  const style = getComputedStyle(document.documentElement)
  const colors = COLORS.map(name => style.getPropertyValue(name).trim())
  const fromBothEdges = () => {
    const usual = { colors, particleCount: 12, spread: 60, startVelocity: 50, ticks: PIECE_FRAMES }
    void fire({ ...usual, angle: 60, origin: { x: 0, y: 0.7 } })
    void fire({ ...usual, angle: 120, origin: { x: 1, y: 0.7 } })
  }
  fromBothEdges()
  const throwing = setInterval(fromBothEdges, EVERY_MS)
  const resting = setTimeout(() => clearInterval(throwing), THROWN_MS)
  signal.addEventListener('abort', () => {
    clearInterval(throwing)
    clearTimeout(resting)
    fire.reset()
  })
}

/** Confetti for 3 s, once; none for people who want less motion. */
export const Celebration = () => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isOver, setOver] = useState(isStill)
  useEffect(() => {
    if (isOver || !canvas.current) return
    const ending = new AbortController()
    // Without its code there is no confetti, and nothing else is missing.
    celebrate(canvas.current, ending.signal).catch(() => undefined)
    const timer = setTimeout(() => setOver(true), LASTS_MS)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [isOver])
  if (isOver) return null
  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 z-30 size-full" />
}
