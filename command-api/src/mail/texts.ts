import { dateFormat } from '@lectern/contracts/dates.ts'
import type { SignInChange } from '@lectern/contracts/events/account.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import type { PreparedMail } from './prepared.ts'
import type { Block, Content } from './render.ts'

export type Sender = {
  /** The address of Lectern, without a path. */
  readonly origin: string
  readonly supportEmail: string
}

type Facts<Kind extends PreparedMail['facts']['kind']> = Extract<PreparedMail['facts'], { kind: Kind }>

/**
 * At most three words of letters, which are no link and hardly a sentence. Anybody may sign up with the address of another
 * person and any name.
 */
const HARMLESS = /^(?:(?:^|[ -])\p{L}[\p{L}\p{M}'’]{0,24}){1,3}$/u

const greeting = (name: string): Block => ({ text: HARMLESS.test(name) ? `Hello ${name},` : 'Hello,' })

const DAY = dateFormat({ timeZone: 'UTC' })
const MOMENT = dateFormat({ timeZone: 'UTC', withTime: true, withZone: true })
const day = (at: string): string => DAY.format(new Date(at))
const date = (at: string): string => MOMENT.format(new Date(at))

/** @param amount in the currency's smallest unit */
const money = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const withToken = (url: string, token: string): string => `${url}?token=${encodeURIComponent(token)}`

const reset = ({ token, validMinutes }: Facts<'reset'>, { origin }: Sender): Content => ({
  subject: 'Set a new password for Lectern',
  blocks: [
    { text: 'Somebody asked for a new password for your account. If it was you, set one here.' },
    { button: 'Set a new password', url: withToken(`${origin}/reset-password`, token) },
    {
      text: `The link works once, within ${validMinutes} minutes. If you asked several times, only the newest link works.`,
    },
    { text: 'If it was not you, do nothing. Your password stays as it is.' },
  ],
})

const passwordChanged = ({ at }: Facts<'password-changed'>, { origin }: Sender): Content => ({
  subject: 'Your password for Lectern was changed',
  blocks: [
    { text: `The password of your account was changed on ${date(at)}. Other devices were signed out.` },
    { text: 'If it was not you, set a new password now, and write to us.' },
    { button: 'Set a new password', url: `${origin}/forgot-password` },
  ],
})

const CHANGED: Record<SignInChange, string> = {
  'codes-on': 'One-time codes were turned on for your account',
  'codes-off': 'One-time codes were turned off for your account',
  'recovery-code-used': 'Somebody signed in to your account with a recovery code',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
}

const signInChanged = ({ change, name, at }: Facts<'sign-in-changed'>, { origin }: Sender): Content => ({
  subject: 'How you sign in to Lectern was changed',
  blocks: [
    { text: `${CHANGED[change]} on ${date(at)}.` },
    // It may be the name that a thief chose, so it stands apart from our sentences.
    ...(name === '' ? [] : [{ facts: [['Its name', name] as const] }]),
    {
      text: 'If it was not you, set a new password now: that signs out all devices and removes all passkeys. And write to us, since one-time codes stay as they are.',
    },
    { button: 'Set a new password', url: `${origin}/forgot-password` },
  ],
})

const confirmEmail = (
  { kind, token, newEmail, validHours }: Facts<'confirm-old-email' | 'confirm-new-email'>,
  { origin }: Sender,
): Content => ({
  subject: 'Confirm the new email of your Lectern account',
  blocks: [
    {
      text:
        kind === 'confirm-old-email'
          ? `You asked to change the email of your account to ${newEmail}.`
          : `Somebody asked to use ${newEmail} for an account at Lectern. If it was you, confirm it.`,
    },
    { button: 'Confirm the new email', url: withToken(`${origin}/confirm-email`, token) },
    {
      text: `We wrote to the old and the new address. The change counts once both have confirmed it, within ${validHours} hours.`,
    },
    {
      text:
        kind === 'confirm-old-email'
          ? 'If it was not you, confirm nothing, and change your password.'
          : 'If it was not you, do nothing.',
    },
  ],
})

/**
 * The page that ends mails of this kind; only its button changes anything. In front of it, /api ends them for mail services
 * that ask for their reader by POST, and leads others to the page.
 */
export const unsubscribeUrl = (to: string, token: string, { origin }: Sender, before = ''): string =>
  `${origin}${before}/unsubscribe?${new URLSearchParams({ email: to, token })}`

const welcome = ({ origin }: Sender): Content => ({
  subject: 'Welcome to Lectern',
  blocks: [
    { text: 'Your library is ready. Save a first article, or bring what you saved elsewhere.' },
    { button: 'Open your library', url: `${origin}/dashboard` },
    { link: 'Import from another service', url: `${origin}/import` },
  ],
})

const receipt = ({ tier, amount, currency, at, reference }: Facts<'receipt' | 'refund'>): Content => {
  const { name, limit } = PLANS[tier]
  return {
    subject: `Your receipt for Lectern ${name}`,
    blocks: [
      { text: `Thank you. ${name} holds up to ${(limit ?? 0).toLocaleString('en-US')} articles, for life.` },
      {
        facts: [
          ['Plan', `Lifetime ${name}`],
          ['Paid', money(amount, currency)],
          ['Date', day(at)],
          ['Payment', reference],
        ],
      },
      { text: 'You paid once. If you change your mind within 30 days, write to us for a refund.' },
    ],
  }
}

const refund = (facts: Facts<'receipt' | 'refund'>): Content => ({
  subject: 'Your payment to Lectern was returned',
  blocks: [
    {
      text: `Your payment of ${money(facts.amount, facts.currency)} went back to you. Your bank may need some days to show it.`,
    },
    {
      facts: [
        ['Paid for', `Lifetime ${PLANS[facts.tier].name}`],
        ['Returned', money(facts.amount, facts.currency)],
        ['Date', day(facts.at)],
        ['Payment', facts.reference],
      ],
    },
    { text: `Your plan is now ${PLANS[facts.planNow].name}. Everything in your library stays.` },
  ],
})

const MAY: Record<Facts<'invitation'>['role'], string> = {
  reader: 'read what is in it',
  commenter: 'read what is in it, and write notes that the others see',
  editor: 'read what is in it, and add, change and take out articles',
}

/** It may go to any address, so that nothing in it is a text that somebody else chose freely. */
const invitation = (facts: Facts<'invitation'>, { origin }: Sender): Content => {
  const { from, fromEmail, collection, role, token, expiresAt } = facts
  const who = HARMLESS.test(from) ? `${from} (${fromEmail})` : fromEmail
  const what = HARMLESS.test(collection) ? `the collection ${collection}` : 'a collection'
  return {
    subject: 'You are invited to a collection on Lectern',
    blocks: [
      { text: `${who} shares ${what} with you. You may ${MAY[role]}.` },
      { button: 'Look at the invitation', url: `${origin}/invitation/${encodeURIComponent(token)}` },
      { text: `The link works once, until ${date(expiresAt)}. You need an account, which is free.` },
      { text: 'If you do not know who it is from, do nothing.' },
    ],
  }
}

/** Its reader is a member of the collection already. */
const handover = ({ owner, collection, path }: Facts<'handover'>, { origin }: Sender): Content => ({
  subject: `${collection} is offered to you`,
  blocks: [
    { text: `${owner} offers you to take over the collection ${collection}, with all that is in it.` },
    { text: 'As its owner you need the Ultra plan, and its articles count as yours. Its members stay.' },
    { button: 'Look at the collection', url: `${origin}${path}` },
    { text: 'If you do not want it, do nothing.' },
  ],
})

/** Its reader knows these people, and asked for it. */
const weekly = (
  { collection, owner, doings, titles, path }: Facts<'weekly'>,
  { origin }: Sender,
): Content => ({
  subject: `Last week in ${collection}`,
  blocks: [
    { text: `What happened last week in ${collection}, which ${owner} shares with you:` },
    { facts: doings },
    ...(titles.length > 0 ? [{ text: 'New articles:' }, ...titles.map(text => ({ text }))] : []),
    { button: 'Open the collection', url: `${origin}${path}` },
  ],
})

const bodyOf = ({ facts }: PreparedMail, sender: Sender): Content => {
  switch (facts.kind) {
    case 'reset':
      return reset(facts, sender)
    case 'password-changed':
      return passwordChanged(facts, sender)
    case 'sign-in-changed':
      return signInChanged(facts, sender)
    case 'confirm-old-email':
    case 'confirm-new-email':
      return confirmEmail(facts, sender)
    case 'welcome':
      return welcome(sender)
    case 'receipt':
      return receipt(facts)
    case 'refund':
      return refund(facts)
    case 'invitation':
      return invitation(facts, sender)
    case 'handover':
      return handover(facts, sender)
    case 'weekly':
      return weekly(facts, sender)
  }
}

const unsubscribe = ({ to, facts }: PreparedMail, sender: Sender): Block[] =>
  'unsubscribeToken' in facts
    ? [{ link: 'Unsubscribe', url: unsubscribeUrl(to, facts.unsubscribeToken, sender) }]
    : []

/** What a mail says. */
export const contentOf = (mail: PreparedMail, sender: Sender): Content => {
  const { subject, blocks } = bodyOf(mail, sender)
  // The person at support sees whom to answer first.
  const priority = mail.hasPrioritySupport ? '?subject=%5BPriority%5D%20' : ''
  const support: Block = {
    link: `Questions? Write to ${sender.supportEmail}`,
    url: `mailto:${sender.supportEmail}${priority}`,
  }
  return { subject, blocks: [greeting(mail.name), ...blocks, support, ...unsubscribe(mail, sender)] }
}
