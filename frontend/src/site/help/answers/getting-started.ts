import { NOTE_MAX, TAGS_MAX, TITLE_MAX } from '@lectern/contracts/limits.ts'
import { KEPT_DAYS } from '@lectern/contracts/retention.ts'
import type { Answer } from '../answer.ts'
import { READING } from './reading.ts'
import { SHARING } from './sharing.ts'

export const GETTING_STARTED: readonly Answer[] = [
  {
    slug: 'save-a-link',
    question: 'How do I save a link?',
    text: [
      'Press [Add Link], paste the address and press [Save Link]. Lectern looks up the title while you go on; a note and tags are up to you.',
      'It is quicker to paste an address anywhere outside of a field, or to drop a link on the page: it is saved at once. The notice that says so has “Add tags” and “Undo”.',
      'A text with several addresses saves all of them. More than 50 are saved as an import, which accounts for each and can be undone in the history.',
      `A title has up to ${TITLE_MAX} characters, a note up to ${NOTE_MAX}, and a link up to ${TAGS_MAX} tags.`,
    ],
    picture: {
      of: 'add-link',
      alt: 'The form for a new link, with its address, title, note, collection and tags.',
    },
    tags: ['add', 'bookmark', 'url', 'paste', 'article'],
    places: ['dashboard', 'addLink'],
    goTo: { href: '/save', name: 'Add a link' },
  },
  {
    slug: 'after-saving',
    question: 'What happens after I save a link?',
    text: [
      'Lectern fetches the page, takes the article out of it and keeps the text and its pictures. That usually takes a few seconds, and the card changes by itself.',
      'Open the card to read the article here. [Original] in the reader leads to the page itself.',
      'Your copy stays when the page changes or disappears.',
    ],
    tags: ['fetch', 'article', 'copy', 'being read', 'archive'],
    places: ['reader'],
  },
  {
    slug: 'save-twice',
    question: 'What happens when I save a link that I already have?',
    text: [
      'Lectern says [Duplicate Link Detected] and shows the link that you have, with its title and date. [Keep Existing] leaves everything as it is; [Add Anyway] saves it a second time.',
      'The form says so already while you type the address. What you paste, drop or share is not saved a second time: a notice leads to the link that you have.',
    ],
    tags: ['duplicate', 'double', 'again'],
    places: ['duplicate'],
  },
  {
    slug: 'bookmarklet',
    question: 'Can I save the page that I am looking at?',
    text: [
      'Yes, in any browser, with a bookmark that does it. [Settings] has [Save to Lectern] under [Data]: drag it to your bookmarks bar. A click on it there opens [Add New Link] with the address and the title of the page.',
      'Nothing is saved before you press [Save Link].',
    ],
    tags: ['bookmarklet', 'button', 'browser', 'extension', 'firefox', 'safari', 'chrome'],
    places: ['settings', 'addLink'],
    goTo: { href: '/settings', name: 'Open Settings' },
  },
  {
    slug: 'wallabag-apps',
    question: 'Can I read on an e-reader, or in the apps of wallabag?',
    text: [
      'Yes, on every plan: with KOReader, which loads each article as an EPUB, with the phone apps of wallabag, and with everything else that speaks its API.',
      [
        'In [Settings], under [E-readers and apps], choose [Connect a device] and give it a name.',
        'Type what is shown then into the settings of wallabag on the device: the server, the client, your username and the password of the device.',
      ],
      'The password of your account is never typed there. Revoke a device that you no longer have.',
    ],
    tags: [
      'wallabag',
      'koreader',
      'kobo',
      'kindle',
      'epub',
      'android',
      'ios',
      'app',
      'phone',
      'device',
      'e-reader',
    ],
    places: ['accountMenu', 'settings'],
    goTo: { href: '/settings', name: 'Open Settings' },
  },
  {
    slug: 'browser-extension',
    question: 'Is there a browser extension?',
    text: [
      'Yes. One click on its button saves the page under its title, and shows it in your list. The first click asks for the address of your Lectern. Its key is `Alt+Shift+S`, which you can change on your browser’s page for extensions.',
      'The extension sees a page only when you click it on that page. On the Ultra plan it can save without opening a tab: put a token into its options.',
      'It is no part of this site: whoever runs this Lectern makes it with the command `make extension`. Where you have none, a bookmark does the same in every browser.',
    ],
    tags: ['chrome', 'firefox', 'add-on', 'plugin', 'toolbar', 'install'],
    places: [],
  },
  {
    slug: 'pages-behind-a-login',
    question: 'Can I save a page that only I can see?',
    text: [
      'Yes, with the browser extension. Tick “Offer to save pages with their text” in its options. Then the notice of the save has [Add its text], which hands over the page as you see it, so pages behind a login can be read, too.',
      'That text belongs to your link alone. Nobody else who saves the address sees it, and no later fetch replaces it.',
    ],
    tags: ['paywall', 'sign in', 'subscription', 'private', 'extension'],
    places: ['extension'],
  },
  {
    slug: 'collections',
    question: 'How do I sort links into collections?',
    text: [
      'The plus beside [My Collections] is [New collection]: give it a name and a color. Then drag a card onto the collection, or choose [Add to Collection] from the menu of the card.',
      'A link is in one collection at most. [No Collection] lists the links that are in none.',
    ],
    picture: {
      of: 'dashboard',
      alt: 'The dashboard, with collections in the sidebar and articles as cards.',
    },
    tags: ['folder', 'group', 'organise', 'organize', 'color', 'drag', 'move'],
    places: ['dashboard', 'newCollection', 'cardMenu'],
  },
  {
    slug: 'delete-a-collection',
    question: 'What happens to the links of a collection that I delete?',
    text: [
      'They stay. Choose [Delete] from the menu of the collection: its articles, archived ones included, move to [No Collection].',
    ],
    tags: ['remove', 'folder', 'collection', 'lost'],
    places: ['collectionMenu', 'deleteCollection'],
  },
  {
    slug: 'tags',
    question: 'How do I tag links?',
    text: [
      'Type tags into [Tags] when you save a link, or later in [Edit details]. Commas separate them: `garden, slow food`. Tags that you used before are suggested.',
      'A tag on a card and the list of tags in the sidebar lead to all links with that tag.',
    ],
    tags: ['label', 'keyword', 'hashtag'],
    places: ['addLink', 'cardMenu'],
  },
  {
    slug: 'favorites-and-archive',
    question: 'What are favorites and the archive for?',
    text: [
      'The star marks what you want to find again quickly; [Favorites] lists it.',
      'The archive takes what you are done with. An archived link leaves the main list and keeps its text, notes and tags; [Archived] lists it, and [Unarchive] brings it back.',
    ],
    tags: ['star', 'done', 'hide', 'favourite'],
    places: ['dashboard', 'cardMenu'],
  },
  ...READING,
  ...SHARING,
  {
    slug: 'keyboard',
    question: 'Which keyboard shortcuts are there?',
    text: [
      'Press `?` for the list, or choose [Keyboard shortcuts] from the [Account menu]. Some to begin with: `n` adds a link, `/` searches, `j` and `k` move, `Enter` opens, `f` marks a favorite, `a` archives and `z` undoes.',
      'If they get in your way, untick [Use keyboard shortcuts on this device].',
    ],
    tags: ['keys', 'hotkeys', 'shortcut', 'vim'],
    places: ['dashboard', 'accountMenu', 'shortcuts'],
  },
  {
    slug: 'on-a-phone',
    question: 'How do I use Lectern on a phone?',
    text: [
      'Open it in the browser. [Menu] has your collections, tags and everything else.',
      'Swipe a card to the left to archive it and to the right to make it a favorite. Hold your finger on a card to select it; then a tap selects more.',
    ],
    tags: ['mobile', 'android', 'iphone', 'swipe', 'touch', 'gesture'],
    places: ['phoneMenu'],
  },
  {
    slug: 'install',
    question: 'Can I install Lectern as an app?',
    text: [
      'Yes. Choose “Install” or “Add to Home Screen” in the menu of your browser. Lectern then has an icon and a window of its own, and opens without a network.',
      'Where the system lets apps share, Lectern is among them: sharing a page to it saves the page at once, with the words that came with it as its note. A notice takes that back. What is not an address opens [Add New Link].',
    ],
    tags: ['app', 'pwa', 'home screen', 'share', 'android', 'desktop'],
    places: ['addLink'],
  },
  {
    slug: 'read-offline',
    question: 'How do I read without a network?',
    text: [
      `Choose [Save for offline] from the menu of a card, of an open article or of a collection, or press it in the bar of a selection. The article, its pictures and your notes are then kept on this device for ${KEPT_DAYS} days, and renewed when you read it online.`,
      'The newest unread articles can come by themselves: choose how many under [Keep automatically] in [Settings].',
      '[Offline Storage] lists what is kept, with its size and its last day, and removes it. Signing out deletes all of it from the device.',
    ],
    tags: ['offline', 'train', 'plane', 'download', 'cache', 'device', 'automatic'],
    places: ['cardMenu', 'offlineStorage', 'settings'],
  },
  {
    slug: 'tutorial-again',
    question: 'Can I see the tour of the first day again?',
    text: [
      'Yes, on a window wider than 768 pixels: the link below starts it. It has four steps, and [Skip] leaves it at any time.',
    ],
    picture: { of: 'tutorial', alt: 'The second step of the tutorial, which points at Add Link.' },
    tags: ['tutorial', 'tour', 'introduction', 'first steps'],
    places: ['tutorial'],
    goTo: { href: '/dashboard?tutorial=1', name: 'Start the tour' },
  },
]
