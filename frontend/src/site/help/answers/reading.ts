import type { Answer } from '../answer.ts'

/** Answers about reading, among those on getting started. */
export const READING: readonly Answer[] = [
  {
    slug: 'reading-on',
    question: 'How do I go on reading where I stopped?',
    text: [
      'Open the article: it opens where you stopped, on whichever device that was, and offers the way back to the top for some seconds. Articles that you have begun stand above your links, with the minutes that are left.',
      'At the end of an article one click archives it and opens the next one of the list; so does `Shift` with `a` anywhere in it. `u` goes back to the list.',
      'To have no begun articles above your links, untick [Show “Continue reading” above my links] in [Settings].',
    ],
    tags: ['continue', 'resume', 'position', 'progress', 'next', 'minutes', 'shelf'],
    places: ['settings'],
  },
  {
    slug: 'look-of-articles',
    question: 'How do I change the size and the color of the text?',
    text: [
      'Press Aa in the reader, [Text size and theme]. There are text sizes from 12 to 24 pixels, the themes [Light], [Sepia] and [Dark], four typefaces, one of them made for dyslexic readers, three lengths of line and three line spacings.',
      'The choice is kept on this device. Dark follows the theme of the app.',
    ],
    picture: { of: 'text-and-theme', alt: 'The panel for text and theme in the reader.' },
    tags: ['font', 'theme', 'dark mode', 'night', 'sepia', 'typeface', 'width'],
    places: ['reader', 'readerType'],
  },
  {
    slug: 'listen',
    question: 'Can Lectern read an article to me?',
    text: [
      'Yes. Press [Listen] in the reader, then [Play]. `Space` pauses and goes on. There are four speeds, and [Voice, pitch and volume] has the rest.',
      'The voices are those of your browser and your system, so another device may offer other ones.',
    ],
    tags: ['speech', 'audio', 'text-to-speech', 'tts', 'voice', 'aloud'],
    places: ['reader', 'listen'],
  },
  {
    slug: 'highlights-and-notes',
    question: 'How do I highlight and take notes?',
    text: [
      'Select words in an article. A bar offers [Highlight], [Note] and [Quote], and colors. The mouse selects whole words; with the key Alt held down it selects letters.',
      '[Notes] in the reader shows all notes of the article. A note can also stand without any words: press [New note] there.',
      'A note that you have begun is kept on this device as a draft until you save or discard it, also when you close it or the browser.',
      'A note that you mark as [Private] is left out of exports unless you ask for it.',
    ],
    picture: { of: 'reader', alt: 'An article with highlighted words and the bar of the reader.' },
    tags: ['annotate', 'annotation', 'mark', 'comment', 'quote', 'select', 'draft'],
    places: ['reader', 'selectionBar', 'readerNotes', 'noteForm'],
  },
  {
    slug: 'all-notes',
    question: 'Where are all my notes and highlights?',
    text: [
      'Under [Notes] in the sidebar, or with the keys `g` and then `n`. The tabs [Highlights] and [Quotes] show one kind; the field [Search notes] looks into notes and titles of articles.',
    ],
    picture: {
      of: 'notes',
      alt: 'The list of all notes and highlights, with the links that they belong to.',
    },
    tags: ['annotations', 'quotes', 'list', 'overview'],
    places: ['dashboard', 'notes'],
    goTo: { href: '/notes', name: 'Open Notes' },
  },
]
