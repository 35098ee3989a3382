import { expect, it } from 'vitest'
import type { PreparedMail } from './prepared.ts'
import { render } from './render.ts'
import { contentOf } from './texts.ts'

const sender = { origin: 'https://lectern.example', supportEmail: 'support@lectern.example' }
const about = (changes: Partial<PreparedMail>): PreparedMail => ({
  send: true,
  to: 'mina@example.com',
  name: 'Mina',
  hasPrioritySupport: false,
  facts: { kind: 'reset', token: 'a-token', validMinutes: 60 },
  ...changes,
})
const mail = (changes: Partial<PreparedMail> = {}) => render(contentOf(about(changes), sender))

const money = {
  tier: 'pro',
  planNow: 'free',
  amount: 4_900,
  currency: 'usd',
  at: '2026-01-02T03:04:05.678Z',
  reference: 'pi_1',
} as const
const kinds: PreparedMail['facts'][] = [
  { kind: 'reset', token: 'a-token', validMinutes: 60 },
  { kind: 'password-changed', at: money.at },
  { kind: 'confirm-old-email', token: 'a-token', validHours: 24, newEmail: 'new@example.com' },
  { kind: 'confirm-new-email', token: 'a-token', validHours: 24, newEmail: 'new@example.com' },
  { kind: 'welcome', unsubscribeToken: 'id.signature' },
  { kind: 'receipt', ...money },
  { kind: 'refund', ...money },
  {
    ...{ kind: 'invitation', token: 'a-token', role: 'reader', from: 'Ann', fromEmail: 'ann@example.com' },
    ...{ collection: 'Garden', expiresAt: money.at },
  },
  { kind: 'handover', owner: 'Ann', collection: 'Garden', path: '/shared/a/1' },
  {
    ...{ kind: 'weekly', collection: 'Garden', owner: 'Ann', titles: ['Soil and light', 'Compost'] },
    ...{
      doings: [['Ben', 'joined, added 2 articles']],
      path: '/shared/a/1',
      unsubscribeToken: 'weekly.a/1.b',
    },
  },
  { kind: 'sign-in-changed', change: 'passkey-added', name: 'Laptop', at: money.at },
]

it.each(kinds)('says the same in both bodies of $kind', facts => {
  const { text, html, subject } = mail({ facts })
  expect(html).toContain(`<title>${subject}</title>`)
  const words = (body: string) =>
    body
      .replace(/<(title|head)>.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .match(/\p{L}+/gu)
  const visible = words(html.slice(html.indexOf('<body')))
  const addresses = /\bhttps?:\S+/g
  expect(words(text.replaceAll(addresses, ''))).toEqual(visible)
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  expect(text.match(addresses) ?? []).toEqual(links.filter(url => !url.startsWith('mailto:')))
})

it('leads to the page of each link', () => {
  const linksOf = (facts: PreparedMail['facts']) => mail({ facts }).text.match(/https:\S+/g)
  expect(linksOf(kinds[0] as PreparedMail['facts'])).toEqual([
    'https://lectern.example/reset-password?token=a-token',
  ])
  expect(linksOf(kinds[4] as PreparedMail['facts'])?.at(-1)).toBe(
    'https://lectern.example/unsubscribe?email=mina%40example.com&token=id.signature',
  )
  expect(linksOf(kinds[9] as PreparedMail['facts'])).toEqual([
    'https://lectern.example/shared/a/1',
    'https://lectern.example/unsubscribe?email=mina%40example.com&token=weekly.a%2F1.b',
  ])
})

it('escapes what people typed, in both bodies', () => {
  const newEmail = '"<img/src=x>&"@example.com\r\nBcc: all@example.com\u202E'
  const { text, html } = mail({
    facts: { kind: 'confirm-old-email', token: '"><script>', validHours: 24, newEmail },
  })
  expect(html).toContain('&quot;&lt;img/src=x&gt;&amp;&quot;@example.com Bcc: all@example.com')
  expect(html).not.toMatch(/<img|<script|\u202E/)
  expect(text).not.toMatch(/[\r\u202E]/)
})

it.each([
  ...['www.evil.example', 'http://evil', '<b>Mina</b>', 'Mina\r\nBcc: x', 'a@b', '+49 170'],
  ...['call 0900 now', 'Mina 2', '٣ Mina', 'you have won a prize', 'you-have-won-a-prize', 'you_have_won'],
])('greets nobody by the name %j', name => {
  const { text, html } = mail({ name })
  expect(text).toMatch(/^Hello,\n/)
  expect(html).not.toContain(name)
})

it.each(['Mina', "Mina O'Neill", 'नीना', '美奈', 'Jean-Luc Picard'])('greets %s by name', name => {
  expect(mail({ name }).text).toMatch(new RegExp(`^Hello ${name},\n`))
})

it('states amounts, plans and dates of a payment', () => {
  const { text, subject } = mail({ facts: { kind: 'receipt', ...money } })
  expect(subject).toBe('Your receipt for Lectern Pro')
  for (const fact of ['Paid: $49.00', 'Date: Jan 2, 2026', 'Payment: pi_1', '10,000 articles'])
    expect(text).toContain(fact)
  expect(mail({ facts: { kind: 'refund', ...money } }).text).toContain('Your plan is now Free.')
})

it('marks what a paid plan writes to support', () => {
  expect(mail({ hasPrioritySupport: true }).html).toContain('support@lectern.example?subject=%5BPriority%5D')
  expect(mail().html).not.toContain('Priority')
})
