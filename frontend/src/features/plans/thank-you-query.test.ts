import { expect, test } from 'vitest'
import { readVisit } from './thank-you-query.ts'

test.each([
  ['', { amount: 700 }],
  ['?amount=49.00&transaction_id=tx_1', { amount: 4_900, transactionId: 'tx_1' }],
  ['?amount=19', { amount: 1_900 }],
  ['?amount=0.29', { amount: 29 }],
  ['?amount=10000.00', { amount: 1_000_000 }],
])('%s says %j', (search, visit) => {
  expect(readVisit(search)).toEqual(visit)
})

test.each([
  '?amount=',
  '?amount=-5',
  '?amount=0',
  '?amount=1e9',
  '?amount=999999',
  '?amount=99999999999999999999',
  '?amount=NaN',
  '?amount=7.001',
  '?amount=%3Cscript%3E',
  '?amount=49&amount=99',
  '?transaction_id=',
  '?transaction_id=a&transaction_id=b',
  '?transaction_id=a%20b',
  `?transaction_id=${'x'.repeat(201)}`,
])('%s is the usual visit', search => {
  expect(readVisit(search)).toEqual({ amount: 700 })
})
