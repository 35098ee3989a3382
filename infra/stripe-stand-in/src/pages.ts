import type { CheckoutSession } from './objects.ts'

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const STYLE = `
  :root { color-scheme: light dark; --ink: #1f1d1a; --paper: #fdfbf7; --line: #8a8378; --accent: #1f1d1a; --on-accent: #fdfbf7; --bad: #a3262a }
  @media (prefers-color-scheme: dark) { .page { --ink: #ece7de; --paper: #1b1a18; --line: #8d867b; --accent: #ece7de; --on-accent: #1b1a18; --bad: #f0a3a0 } }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
  .page { min-height: 100vh; padding: 48px 16px }
  main { max-width: 400px; margin: 0 auto }
  label { display: block; margin-bottom: 12px; font-size: 14px }
  input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; font-size: 16px }
  ::placeholder { color: inherit; opacity: 0.7 }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
  button { min-height: 44px; padding: 10px 16px; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; cursor: pointer }
  button.quiet { background: transparent; color: var(--ink) }
  .wide { width: 100% }
  a { color: inherit }
  .bad { color: var(--bad) }
  .note { font-size: 14px; border: 1px dashed var(--line); border-radius: 6px; padding: 8px 12px }
  h1 { font-size: 20px; margin: 0 0 4px } .price { font-size: 32px; margin: 0 0 24px }
  @media (max-width: 260px) { .pair { grid-template-columns: 1fr } }
`

const TEST_NOTE =
  '<p class="note">Test payments: no money moves. Card 4242 4242 4242 4242, any later date, any code.</p>'

const CARD_FIELDS = `
  <label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" required></label>
  <div class="pair">
    <label>Expiration date <input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" required></label>
    <label>Security code <input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" required></label>
  </div>`

const html = (title: string, body: string, bodyClass = 'page'): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body class="${bodyClass}">${body}</body></html>`

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** The hosted checkout page. @param failure why the last try failed */
export const checkoutPage = (session: CheckoutSession, failure = ''): string => {
  const { product, amount_total, customer_email, cancel_url, status } = session
  if (status === 'expired')
    return html('Checkout', '<main><h1>This page has expired</h1><p>Start the checkout again.</p></main>')
  const back = cancel_url === null ? '' : `<p><a href="${escaped(cancel_url)}">Back</a></p>`
  return html(
    `Pay for ${product}`,
    `<main>${back}<h1>${escaped(product)}</h1><p class="price">${dollars(amount_total)}</p>${TEST_NOTE}
${failure === '' ? '' : `<p class="bad" role="alert">${escaped(failure)}</p>`}
<form method="post" action="/checkout/${session.id}">
  <label>Email <input type="email" name="email" autocomplete="email" value="${escaped(customer_email ?? '')}" required></label>
  ${CARD_FIELDS}
  <label>Name on card <input name="name" autocomplete="cc-name"></label>
  <button class="wide">Pay ${dollars(amount_total)}</button>
</form></main>`,
  )
}

const BANK_BUTTONS =
  '<button name="accept" value="true">Complete authentication</button> <button class="quiet" name="accept" value="false">Fail authentication</button>'

/** The page of the bank that asks the person to confirm. */
export const bankPage = ({ id, amount_total }: CheckoutSession): string =>
  html(
    '3D Secure',
    `<main><h1>Your bank asks</h1><p>Is this payment of ${dollars(amount_total)} yours?</p>
<form method="post" action="/checkout/${id}/bank">${BANK_BUTTONS}</form></main>`,
  )

/** The card form in the frame that the script draws. It talks to the page around it, and to nobody else. */
export const cardFrame = (): string =>
  html(
    'Secure card form',
    `<form id="card" novalidate>${CARD_FIELDS}</form>
<script src="/elements/card-frame.js" defer></script>`,
    'frame',
  )

/** The bank's question in a frame over the page with the card form. */
export const bankFrame = (): string =>
  html(
    '3D Secure',
    `<main><h1>Your bank asks</h1><p>Is this payment yours?</p><form id="bank">${BANK_BUTTONS}</form></main>
<script src="/elements/bank-frame.js" defer></script>`,
  )
