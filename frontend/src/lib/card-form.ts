import type { Theme } from './theme.ts'

/** The messages between a dialog and the card form in its frame, /pay. The client secret goes this way, never in an address. */

/** To the card form. */
export type ToCardForm =
  | {
      readonly asks: 'mount'
      /** The address of the script that defines Stripe(). */
      readonly script: string
      readonly publishableKey: string
      readonly clientSecret: string
      readonly theme: Theme
    }
  | { readonly asks: 'pay' }
  | { readonly asks: 'paint'; readonly theme: Theme }

/**
 * From the card form. `loaded`: it listens. `ready`: the person can type. `unavailable`: Stripe cannot be reached.
 * `submitted` and `escaped`: the person pressed Enter or Escape. `refused`: nothing was paid, and Stripe says why; isInput
 * where the fields are to blame. `unclear`: there was no answer, so the payment may have been made. `size`: the height that
 * the form needs; isCovered while the bank's question lies over it.
 */
export type FromCardForm =
  | { [Each in Word]: { readonly says: Each } }[Word]
  | { readonly says: 'refused'; readonly message: string; readonly isInput: boolean }
  | { readonly says: 'size'; readonly height: number; readonly isCovered: boolean }

const WORDS = ['loaded', 'ready', 'unavailable', 'submitted', 'escaped', 'paid', 'unclear'] as const
type Word = (typeof WORDS)[number]
const isText = (value: unknown): value is string => typeof value === 'string'
const isTheme = (value: unknown): boolean => value === 'light' || value === 'dark'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (data: unknown): Fields =>
  typeof data === 'object' && data !== null ? (data as Fields) : {}

/** The message; undefined for data of another form. */
export const readToCardForm = (data: unknown): ToCardForm | undefined => {
  const { asks, theme, script, publishableKey, clientSecret } = fieldsOf(data)
  const isKnown =
    asks === 'pay' ||
    (asks === 'paint' && isTheme(theme)) ||
    (asks === 'mount' && isTheme(theme) && [script, publishableKey, clientSecret].every(isText))
  return isKnown ? (data as ToCardForm) : undefined
}

/** The message; undefined for data of another form. */
export const readFromCardForm = (data: unknown): FromCardForm | undefined => {
  const { says, message, isInput, height, isCovered } = fieldsOf(data)
  const isKnown =
    WORDS.some(word => word === says) ||
    (says === 'size' && Number.isFinite(height) && typeof isCovered === 'boolean') ||
    (says === 'refused' && isText(message) && typeof isInput === 'boolean')
  return isKnown ? (data as FromCardForm) : undefined
}
