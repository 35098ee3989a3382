import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FromCardForm, readFromCardForm, type ToCardForm } from '../../lib/card-form.ts'
import { useTheme } from '../../lib/theme.ts'

/** A form that cannot be used after this time is called unavailable. */
const LOADED_WITHIN_MS = 20_000
/** About the height of three fields, px. */
const FIRST_HEIGHT = 180

type Card = { readonly script: string; readonly publishableKey: string; readonly clientSecret: string }

/** The person's word, and what became of the payment. */
export type CardWord = Extract<
  FromCardForm,
  { says: 'submitted' | 'escaped' | 'paid' | 'unclear' | 'refused' }
>

const isCardWord = (message: FromCardForm): message is CardWord =>
  message.says !== 'size' && /^(submitted|escaped|paid|unclear|refused)$/.test(message.says)

/** The card form in its frame, /pay. `frame` are the properties of the iframe. */
export const useCardForm = (card: Card, onWord: (word: CardWord) => void) => {
  const ref = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'unavailable'>('loading')
  const [size, setSize] = useState({ height: FIRST_HEIGHT, isCovered: false })
  const theme = useTheme()
  const ask = (message: ToCardForm) => ref.current?.contentWindow?.postMessage(message, location.origin)

  const hear = useEffectEvent(({ data, source, origin }: MessageEvent) => {
    if (origin !== location.origin || source === null || source !== ref.current?.contentWindow) return
    const message = readFromCardForm(data)
    if (!message) return
    if (message.says === 'loaded') ask({ asks: 'mount', ...card, theme })
    else if (message.says === 'ready' || message.says === 'unavailable') setState(message.says)
    else if (message.says === 'size')
      setSize({ height: Math.max(message.height, 1), isCovered: message.isCovered })
    else if (isCardWord(message)) onWord(message)
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  const paint = useEffectEvent(() => ask({ asks: 'paint', theme }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the theme changes
  useEffect(paint, [theme])

  useEffect(() => {
    if (state !== 'loading') return
    const giveUp = setTimeout(() => setState('unavailable'), LOADED_WITHIN_MS)
    return () => clearTimeout(giveUp)
  }, [state])

  return {
    frame: { ref, src: '/pay', style: { height: size.height } },
    /** Whether the bank asks the person. */
    isCovered: size.isCovered,
    state,
    pay: () => ask({ asks: 'pay' }),
  }
}
