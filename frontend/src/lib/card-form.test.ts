import { expect, test } from 'vitest'
import { readFromCardForm, readToCardForm } from './card-form.ts'

const mount = {
  ...{
    asks: 'mount',
    script: 'https://js.stripe.com/v3',
    publishableKey: 'pk_1',
    clientSecret: 'pi_1_secret',
  },
  theme: 'dark',
}

test.each([mount, { asks: 'pay' }, { asks: 'paint', theme: 'light' }])('the card form reads %o', message =>
  expect(readToCardForm(message)).toBe(message),
)

test.each([
  { says: 'loaded' },
  { says: 'unclear' },
  { says: 'size', height: 212.5, isCovered: false },
  { says: 'refused', message: 'Your card was declined.', isInput: false },
])('the dialog reads %o', message => expect(readFromCardForm(message)).toBe(message))

test.each([
  null,
  'pay',
  { asks: 'leave' },
  { asks: 'paint', theme: 'sepia' },
  { ...mount, clientSecret: undefined },
  { says: 'won' },
  { says: 'size', height: '1e9', isCovered: false },
  { says: 'size', height: 200 },
  { says: 'size', height: Number.POSITIVE_INFINITY, isCovered: true },
  { says: 'refused', message: 'No.' },
])('neither reads %o', data => {
  expect(readToCardForm(data)).toBeUndefined()
  expect(readFromCardForm(data)).toBeUndefined()
})
