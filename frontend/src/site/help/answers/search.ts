import { SEARCH_TERMS_MAX } from '@lectern/contracts/search-syntax.ts'
import type { Answer } from '../answer.ts'

export const SEARCH: readonly Answer[] = [
  {
    slug: 'how-search-works',
    question: 'What does the search look at?',
    text: [
      'Titles, notes, addresses and tags. Each word must occur in one of them, also inside of a longer word. Case and accents do not matter.',
      'Words in quotation marks must stand together: `"slow food"`. The button [How to search] in the field shows all of this.',
    ],
    picture: { of: 'search', alt: 'A search for “night”: the found words are marked in titles and texts.' },
    tags: ['find', 'query', 'words', 'phrase', 'syntax'],
    places: ['dashboard', 'searchHelp'],
    goTo: { href: '/dashboard', name: 'Open your library' },
  },
  {
    slug: 'search-for-tags',
    question: 'How do I search for a tag?',
    text: [
      'Type `#garden`, or `tag:"slow food"` where the tag has a space. With several tags, a link needs only one of them.',
    ],
    tags: ['hashtag', 'tag', 'label', 'filter'],
    places: [],
  },
  {
    slug: 'search-for-sites',
    question: 'How do I find everything from one site?',
    text: ['Type `site:example.org`. Subdomains belong to it. `domain:example.org` means the same.'],
    tags: ['domain', 'host', 'website', 'source'],
    places: [],
  },
  {
    slug: 'search-inside-articles',
    question: 'Can I search inside the articles?',
    text: [
      'Yes, with every lifetime plan: words are then looked for in the text of your articles, too. Links that match in their title, note, address or tags come first.',
      'Without a plan the search looks at titles, notes, addresses and tags.',
    ],
    tags: ['full text', 'content', 'words', 'advanced'],
    places: [],
    goTo: { href: '/pricing', name: 'Compare the plans' },
  },
  {
    slug: 'advanced-search',
    question: 'Which searches does advanced search add?',
    text: [
      [
        '`is:favorite` and `is:archived` look among favorites and in the archive.',
        '`in:Reading` looks in the collection of this name.',
        '`after:2026-03` and `before:2027` look at the day of saving; a year, a month or a day will do.',
        '`-draft` leaves out what has this word. A minus works before tags, sites and collections, too.',
      ],
      `They come with every lifetime plan. On the free plan they are read as plain words, and a line above the list says so. One search has up to ${SEARCH_TERMS_MAX} terms.`,
    ],
    tags: ['operators', 'date', 'before', 'after', 'exclude', 'minus', 'collection', 'syntax'],
    places: [],
  },
  {
    slug: 'filters',
    question: 'How do I see only some of my links?',
    text: [
      '[Favorites] and [Archived] above the list switch on and off. [Progress] shows what is [Unread], [Begun] or [Finished].',
      'Filters work within a collection and within a search. The address of the page remembers them, so you can bookmark a view.',
    ],
    tags: ['filter', 'unread', 'favorites', 'archive', 'progress', 'view'],
    places: ['dashboard', 'progressMenu'],
  },
  {
    slug: 'sort',
    question: 'Can I change the order of the list?',
    text: [
      'Yes. The button beside [Progress] offers [Newest first], [Oldest first], [By title], [Shortest first] and [Last read first]. Each view keeps its order on this device.',
      'A search has an order of its own: [Best matches first].',
    ],
    tags: ['order', 'oldest', 'newest', 'alphabetical', 'reading time', 'sorting'],
    places: ['dashboard', 'sortMenu', 'searchResult'],
  },
  {
    slug: 'archived-not-found',
    question: 'Why does the search not find an archived link?',
    text: [
      'The list and its search leave out the archive. A search says how much it would find there, and leads there; so do [Archive] in the sidebar and [Archived] above the list. With a lifetime plan, `is:archived` does the same.',
    ],
    tags: ['missing', 'archive', 'not found', 'disappeared', 'gone'],
    places: ['dashboard'],
  },
  {
    slug: 'look-back',
    question: 'Can I see my library as it was?',
    text: [
      'Yes. Choose [Look back] in the account menu, and then a moment: [Yesterday], [A year ago], or a date and a time and [Show]. You see the links, collections, tags and counts of that moment, and can search by words in titles. Links that you deleted later are there, marked [Deleted since].',
      'Nothing can be changed there. Articles, notes and what you have read are not part of it, so a title opens the article of today. [Back to now] returns to your library.',
      'A large library takes some seconds to prepare. It then stays ready for an hour.',
    ],
    tags: ['history', 'time travel', 'past', 'earlier', 'restore', 'deleted', 'date'],
    places: ['accountMenu', 'past'],
  },
  {
    slug: 'load-more',
    question: 'Why are not all of my links shown?',
    text: [
      'A list begins with the first 50 links, or 200 with Pro and Ultra. [Load More (+50)] under the list shows the next ones; with Pro and Ultra there is [Load Many (+500)], too.',
      'A search always looks at the whole library, shown or not.',
    ],
    tags: ['missing', 'page', 'limit', 'more', 'all'],
    places: ['dashboard'],
  },
]
