import { PASSWORD_MIN } from '@lectern/contracts/limits.ts'
import { EMAIL_CHANGE_HOURS, SESSION_DAYS, SESSION_IDLE_DAYS } from '@lectern/contracts/retention.ts'
import type { Answer } from '../answer.ts'

const SUPPORT = { href: '/support', name: 'Write to support' }

export const TROUBLESHOOTING: readonly Answer[] = [
  {
    slug: 'article-not-read',
    question: 'Why could an article not be read?',
    text: [
      'The card gives the reason: perhaps the site did not answer, shows the page only to people who are signed in, or the address is a file and not a page. The link is kept in any case.',
      '[Retry] fetches the page once more, and [Open the original] leads to it. A search for `is:unreadable` shows all such links, and has a button that tries all of them again.',
    ],
    tags: ['failed', 'error', 'empty', 'paywall', 'extraction', 'pdf', 'video', 'retry'],
    places: ['failedArticle'],
  },
  {
    slug: 'article-has-changed',
    question: 'The page has changed. How do I get its new text?',
    text: [
      'Choose [Read the page again] from the menu of the reader. Where the text is a new one, [2 versions] under the title lets you go back to the older text.',
      'Notes keep the version that they were made on.',
    ],
    tags: ['update', 'refresh', 'version', 'old', 'newest', 'reload'],
    places: ['articleMenu', 'versions'],
  },
  {
    slug: 'lost-note',
    question: 'A highlight is not in the text any more. Is it lost?',
    text: [
      'No. When an article changes so much that the place of a note is not certain, the note stands under the article with its words: [A note has no place in this text]. [Show the text it was made on] opens the older version.',
    ],
    tags: ['highlight', 'missing', 'orphan', 'gone', 'note'],
    places: ['lostNote'],
  },
  {
    slug: 'pictures-missing',
    question: 'Why is a picture of an article missing?',
    text: [
      'Lectern keeps copies of the pictures, so that sites cannot follow you by them. Where a site does not hand a picture over, a quiet frame with a link stands in its place. Very small pictures, which only count visitors, are left out.',
    ],
    tags: ['image', 'photo', 'broken', 'picture', 'tracking'],
    places: [],
  },
  {
    slug: 'forgot-password',
    question: 'I forgot my password. What now?',
    text: [
      'Choose [Forgot password?] where you sign in, and press [Get Recovery Instructions]. The link in the mail works for an hour, and only the newest one does. Look into the spam folder, too.',
      `A password has at least ${PASSWORD_MIN} characters. A new one signs out all other devices.`,
    ],
    tags: ['reset', 'login', 'sign in', 'locked out', 'recovery', 'mail'],
    places: ['login', 'forgotPassword'],
    goTo: { href: '/forgot-password', name: 'Set a new password' },
  },
  {
    slug: 'cannot-sign-in',
    question: 'Why can I not sign in?',
    text: [
      'You can use your email or your username; capital letters matter in the password only. After too many attempts Lectern asks you to wait, and says for how long.',
      'If the password may be the wrong one, set a new one. If the mailbox is lost, write to support.',
    ],
    tags: ['login', 'password', 'username', 'too many requests', 'blocked', 'account'],
    places: [],
    goTo: SUPPORT,
  },
  {
    slug: 'change-email',
    question: 'How do I change my email or password?',
    text: [
      `In [Settings], under [Account]: press [Change] beside it. A new email counts once you have confirmed it at the old and at the new address, by links that work for ${EMAIL_CHANGE_HOURS} hours.`,
    ],
    tags: ['address', 'username', 'name', 'account', 'password'],
    places: ['accountMenu', 'settings'],
    goTo: { href: '/settings', name: 'Open Settings' },
  },
  {
    slug: 'lost-device',
    question: 'I lost a device. How do I sign it out?',
    text: [
      '[Devices] in [Settings] lists where your account is signed in. Press [Sign out] beside the device, or [Sign out everywhere]; then change your password.',
      `A device signs out by itself when it was not used for ${SESSION_IDLE_DAYS} days, and after ${SESSION_DAYS} days in any case.`,
    ],
    tags: ['stolen', 'session', 'security', 'phone', 'sign out', 'hacked'],
    places: ['accountMenu', 'settings'],
    goTo: { href: '/settings', name: 'Open Settings' },
  },
  {
    slug: 'waiting-for-the-server',
    question: 'What does the thin line at the bottom mean?',
    text: [
      '[Offline] means that the server cannot be reached. The date beside it tells how old the list is. Go on: what you change is kept on this device and sent, once and in order, as soon as it can be.',
      'Importing, your account and what this device does not keep have to wait for the server. Signing out deletes what was not sent, so a dialog asks first.',
    ],
    tags: ['offline', 'connection', 'network', 'not sent', 'sync', 'waiting'],
    places: ['offlineLine'],
  },
  {
    slug: 'could-not-be-sent',
    question: 'What is in the list “Could not be sent”?',
    text: [
      'Changes that the server did not take after they had waited, each with its reason: the link was deleted meanwhile, for example, or your plan is full. [Could not be sent] stands in [Offline Storage], where the line at the bottom leads, too.',
      'Nothing leaves the list by itself: [Try again] sends a change once more, and [Discard] deletes it. A link that you have already asks whether you keep the one you have or add it anyway.',
    ],
    tags: ['offline', 'conflict', 'refused', 'sync', 'outbox', 'failed'],
    places: ['offlineStorage'],
  },
  {
    slug: 'changed-on-another-device',
    question: 'I changed a note on two devices. Which text counts?',
    text: [
      'Neither is lost. Where both texts are shown, you choose the one to keep, or both.',
      'A text that waited offline becomes a new note of its own, which begins with “Conflicting copy”, beside the one that was changed meanwhile. Where the note was deleted meanwhile, the text is a note again.',
    ],
    tags: ['conflict', 'sync', 'two devices', 'overwritten', 'copy'],
    places: [],
  },
  {
    slug: 'paid-but-no-plan',
    question: 'I paid, and my plan has not changed. What now?',
    text: [
      'Wait a minute: a plan comes when the payment is confirmed, and some banks take longer. [Plan] in [Settings] shows what your account really has.',
      'If it stays as it was, write to support with the date of the payment. A second payment for a plan that you have goes back by itself.',
    ],
    tags: ['payment', 'upgrade', 'stripe', 'missing', 'charged', 'twice'],
    places: ['accountMenu', 'settings'],
    goTo: SUPPORT,
  },
  {
    slug: 'fewer-mails',
    question: 'How do I get fewer mails?',
    text: [
      'Follow the unsubscribe link at the end of a mail with news; you need not sign in. Invitations and mails about your password, your email and your payments still come. To have them again, press [Change] beside News and tips in Settings.',
    ],
    tags: ['unsubscribe', 'newsletter', 'spam', 'notifications'],
    places: ['settings'],
  },
  {
    slug: 'delete-account',
    question: 'How do I delete my account?',
    text: [
      'Open Settings and press [Delete account]. Give your password, type DELETE and confirm. All devices are signed out.',
      'Nobody can bring the account back. Take your data along first: Settings, [Data]. Your email can sign up again.',
    ],
    tags: ['close', 'remove', 'leave', 'data', 'gdpr', 'erase'],
    places: ['settings'],
    goTo: { href: '/settings#delete-account', name: 'Open Settings' },
  },
]
