import type { Answer } from '../answer.ts'

/** Answers about public links, among those on getting started. */
export const SHARING: readonly Answer[] = [
  {
    slug: 'public-links',
    question: 'How do I show an article to somebody without an account?',
    text: [
      'Choose [Share…] from the menu of its card, and [Make public link]. Whoever has the address sees the first 300 words, and where to read on. Search engines are asked to leave the page out. The address is shown once: copy it.',
      'The page follows what you change, or stays as it is now. It shows your notes where you choose [My notes]; notes marked as private are never shown. [The full text] needs a [Password].',
      'An article with highlights has [Share highlights…] in the menu of the reader.',
    ],
    tags: ['share', 'public', 'link', 'send', 'friend', 'publish', 'password', 'highlights'],
    places: ['cardMenu', 'shareDialog', 'highlightsMenu'],
  },
  {
    slug: 'public-collections',
    question: 'Can I make a collection public, and follow one in a feed reader?',
    text: [
      'With the Ultra plan: choose [Share…] from the menu of the collection, then [Public link…]. The page lists its articles, newest first, with an Atom feed and a JSON feed of the newest hundred. A page with a password, or one that stays as it is now, has no feed.',
      'Without the plan such pages show nothing; they are there again once you have it.',
    ],
    tags: ['share', 'public', 'collection', 'feed', 'rss', 'atom', 'blogroll', 'publish'],
    places: ['collectionMenu', 'shareCollection'],
  },
  {
    slug: 'withdraw-a-public-link',
    question: 'How do I take back what I made public?',
    text: [
      '[Public links] in the settings lists what is public, and how often each page was seen. [Withdraw] ends one at once; [Renew] gives it another address, and the one of before shows nothing any more.',
      'A public link also ends when you delete its article or collection. Bringing that back does not make it public again.',
    ],
    tags: ['share', 'public', 'revoke', 'unpublish', 'stop', 'views', 'link'],
    places: ['publicLinks'],
  },
]
