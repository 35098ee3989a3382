/** Outcomes of a card. */
export type Fate = 'succeeds' | 'authenticates' | 'processes' | 'is-disputed' | 'refund-fails' | Decline
type Decline = { readonly code: string; readonly declineCode?: string; readonly message: string }

const declined = (message: string, declineCode: string): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})

/** Stripe's test cards, but for the last one, which is ours: a card payment that is processed for a while. */
const CARDS: Readonly<Record<string, Fate>> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '4000000000000002': declined('Your card was declined.', 'generic_decline'),
  '4000000000009995': declined('Your card has insufficient funds.', 'insufficient_funds'),
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  '4000000000000119': {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  '4000002500003155': 'authenticates',
  '4000002760003184': 'authenticates',
  '4000000000000259': 'is-disputed',
  '4000000000005126': 'refund-fails',
  '4000000000000085': 'processes',
}

const NO_TEST_CARD = declined(
  'Your card was declined. Your request was in test mode, but used a non test card.',
  'test_mode_live_card',
)

export type Card = { readonly number: string; readonly expiry: string; readonly cvc: string }

/** The outcome of a payment with the card. A card that cannot exist is refused as a bank would. */
export const fateOf = ({ number, expiry, cvc }: Card): Fate => {
  const digits = number.replaceAll(/\D/g, '')
  if (digits.length < 13 || !passesLuhn(digits))
    return { code: 'incorrect_number', message: 'Your card number is incorrect.' }
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  const ends = new Date(2000 + Number(year), Number(month), 1)
  if (month === '' || Number(month) < 1 || Number(month) > 12 || ends.getTime() < Date.now())
    return { code: 'invalid_expiry_year', message: "Your card's expiration date is incorrect." }
  if (!/^\d{3,4}$/.test(cvc.trim()))
    return { code: 'invalid_cvc', message: "Your card's security code is invalid." }
  return CARDS[digits] ?? NO_TEST_CARD
}

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (const [n, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (n % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
