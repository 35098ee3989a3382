import { PLANS } from '@lectern/contracts/plans.ts'
import { REFUND_DAYS } from '@lectern/contracts/retention.ts'
import type { Answer } from '../answer.ts'

const { free, basic, pro, ultra } = PLANS
const links = (limit: number | null) => (limit ?? 0).toLocaleString('en-US')
const PRICING = { href: '/pricing', name: 'Compare the plans' }

export const PRO_FEATURES: readonly Answer[] = [
  {
    slug: 'plans',
    question: 'Which plans are there?',
    text: [
      `Free holds ${links(free.limit)} articles. [Lifetime Basic] holds ${links(basic.limit)} for $${basic.price}, [Lifetime Pro] ${links(pro.limit)} for $${pro.price}, and [Lifetime Ultra] ${links(ultra.limit)} for $${ultra.price}. Each is paid once.`,
      'Every plan has the reader, notes, highlights, collections, tags and imports. Lifetime plans add advanced search and priority support; Pro and Ultra show 200 links at a time, and Ultra opens the API.',
    ],
    tags: ['price', 'cost', 'limit', 'upgrade', 'basic', 'pro', 'ultra', 'free'],
    places: ['pricing'],
    goTo: PRICING,
  },
  {
    slug: 'lifetime',
    question: 'Is a lifetime plan a subscription?',
    text: ['No. You pay once, and nothing renews. The plan is yours for as long as Lectern runs.'],
    tags: ['subscription', 'monthly', 'yearly', 'renew', 'payment', 'once'],
    places: [],
  },
  {
    slug: 'upgrade',
    question: 'How do I upgrade?',
    text: [
      'Choose a plan on the pricing page and pay at Stripe. You come back to a page that waits until your account has the plan, which takes a few seconds.',
      'A larger plan costs its full price, also where you have a smaller one. Where a card says Available soon, this Lectern takes no payments.',
    ],
    tags: ['buy', 'pay', 'card', 'stripe', 'purchase', 'plan'],
    places: [],
    goTo: PRICING,
  },
  {
    slug: 'limit-reached',
    question: 'What happens when my plan is full?',
    text: [
      'New links are not saved, and a dialog says so; what you typed is kept. Everything else goes on: reading, notes, searching and tidying up.',
      'Delete links that you no longer need, or choose a plan with more room. Archived links count, too. The line above your list and the card in the sidebar show how much is used.',
    ],
    tags: ['limit', '500', 'full', 'quota', 'cap', 'reached'],
    places: [],
    goTo: PRICING,
  },
  {
    slug: 'refund',
    question: 'Can I get my money back?',
    text: [
      `Yes, within ${REFUND_DAYS} days of the payment, in full and without a reason. Write to support. Your plan then becomes the best one that is still paid for, or Free.`,
      'Your articles stay. None is deleted or hidden; only to save more, you need room again.',
    ],
    tags: ['money back', 'cancel', 'return', 'downgrade', 'payment'],
    places: [],
    goTo: { href: '/support', name: 'Write to support' },
  },
  {
    slug: 'receipts',
    question: 'Where are my receipts?',
    text: [
      'In [Settings], under [Receipts]: each payment with its date, its state and a link to the receipt of Stripe. A receipt also came by mail.',
    ],
    tags: ['invoice', 'bill', 'tax', 'payment'],
    places: ['accountMenu', 'settings'],
    goTo: { href: '/settings', name: 'Open Settings' },
  },
  {
    slug: 'api',
    question: 'How do programs of mine use my library?',
    text: [
      'With a token. Under [API access] in [Settings], choose [New token], give it a name, and say whether it may only read and when it ends. It is shown once. This is part of the Ultra plan.',
      'Send it with each request, as `Authorization: Bearer lect_…`. The documentation lists what can be asked, with examples that run. A token never changes your account, and you can revoke it at any time.',
    ],
    tags: ['api', 'token', 'script', 'developer', 'program', 'automation', 'openapi'],
    places: ['accountMenu', 'settingsUltra'],
    goTo: { href: '/docs', name: 'Open the documentation' },
  },
  {
    slug: 'share-collection',
    question: 'How do I keep a collection together with others?',
    text: [
      'Open the menu of the collection and choose [Share…]: type up to 10 email addresses and say what they may do there. Who invites needs the Ultra plan; who joins needs none.',
      'An invitation is for one person and lasts 7 days. You can send it again, withdraw it, change what a member may do, and remove members at any time.',
      'Favorites, the archive and how far somebody has read are each person’s own. Everything counts for your plan, whoever saved it. An editor with the Ultra plan can take the collection over, once you offer it there.',
    ],
    tags: [
      'share',
      'invite',
      'members',
      'team',
      'together',
      'family',
      'reader',
      'commenter',
      'editor',
      'role',
    ],
    places: ['collectionMenu'],
  },
  {
    slug: 'shared-with-me',
    question: 'Where do I find what others share with me?',
    text: [
      'In the sidebar, below your own collections, with the names of their owners. The menu of each puts it among all your articles, too, sends you a mail a week about it, and tells who is in it and what was done.',
      'A search for `is:shared` looks through all of it.',
      'When you leave, you may take copies with you. When you are removed, it leaves your screens and your devices; what you saved in it stays there.',
    ],
    tags: ['shared', 'member', 'leave', 'copies', 'invitation', 'activity', 'weekly'],
    places: [],
  },
  {
    slug: 'shared-notes',
    question: 'Who sees my notes in a shared collection?',
    text: [
      'Nobody but you, unless the note says that members see it. That is off for each new note, and older or imported notes are never shared by themselves. Readers keep notes for themselves alone.',
      'Notes of others stand beside yours with their names. Only who wrote a note changes or deletes it.',
    ],
    tags: ['private', 'visible', 'members', 'comment', 'highlight', 'shared'],
    places: [],
  },
  {
    slug: 'planned-features',
    question: 'What is team collaboration?',
    text: [
      '[Team collaboration] of the Ultra plan is collections that several people keep: up to 25 members each, who read, comment or edit, see who did what, and need no plan of their own. It also has public links of collections, with feeds.',
    ],
    tags: ['team', 'planned', 'together', 'group', 'ultra'],
    places: ['pricing'],
  },
  {
    slug: 'unlimited-plan',
    question: 'I bought the unlimited plan years ago. Do I keep it?',
    text: [
      'Yes, without a limit and for life. On your account it is called Unlimited, and no purchase or refund lowers it. It is no longer sold.',
    ],
    tags: ['legacy', 'grandfathered', '$7', 'old plan'],
    places: [],
  },
  {
    slug: 'priority-support',
    question: 'What is priority support?',
    text: [
      'Mails that you send from within Lectern carry a mark when you have a lifetime plan, and are answered first. Everybody is answered within 24 hours.',
    ],
    tags: ['contact', 'help', 'mail', 'answer'],
    places: [],
    goTo: { href: '/support', name: 'Open Support' },
  },
]
