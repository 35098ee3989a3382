import type { Saved } from './saved.ts'

export const DESIGN: readonly Saved[] = [
  {
    site: 'typenotes.example',
    siteName: 'Type Notes',
    path: 'reading-at-night',
    title: 'Designing for reading at night: contrast and warmth',
    author: 'Mirela Santos',
    tags: ['type', 'accessibility'],
    days: 2,
    minutes: 9,
    cover: 'letters',
    highlights: [{ words: 'Black is not the absence of light on a screen. It is the absence of paper.' }],
    text: `Black is not the absence of light on a screen. It is the absence of paper. A page that glows in a dark room asks the eye to forget the room, and the eye does not forget.

Warmth is not a filter laid over a cold design. It begins with the paper, goes on with the ink, and ends with the one colour that may be bright.`,
  },
  {
    site: 'typenotes.example',
    siteName: 'Type Notes',
    path: 'the-length-of-a-line',
    title: 'The length of a line',
    author: 'Mirela Santos',
    tags: ['type', 'reading'],
    days: 11,
    minutes: 6,
    read: 0.8,
    text: `Sixty-six characters, say the books, and they are nearly right. The books do not say that the number belongs to a distance: that between the end of one line and the start of the next.

Measure it with your thumb. If the eye has to search, the line is too long.`,
  },
  {
    site: 'marginalia.example',
    siteName: 'Marginalia',
    path: 'highlights-that-survive',
    title: 'Highlights that survive: anchoring notes on a web that changes',
    author: 'Jonas Ekberg',
    tags: ['annotation', 'web'],
    days: 5,
    minutes: 12,
    text: `A highlight remembers words, while the page remembers nothing and is written anew each time somebody fixes a comma. An anchor that only counts characters is a promise that the web cannot keep.

Remember the words, some of their neighbours, and the version in which you saw them. Then look for all three, and be honest when you find only two.`,
  },
  {
    site: 'smallinterfaces.example',
    siteName: 'Small Interfaces',
    path: 'empty-states',
    title: 'The empty state is the first page of the book',
    author: 'Ruth Adeyemi',
    tags: ['interfaces'],
    days: 17,
    minutes: 5,
    text: `Nobody photographs an empty state, and everybody begins with one. It has a single task: to make the next step so plain that it is taken without reading.

One sentence, one field, and one way out for those who bring something along.`,
  },
  {
    site: 'smallinterfaces.example',
    siteName: 'Small Interfaces',
    path: 'undo',
    title: 'Undo is a kindness',
    author: 'Ruth Adeyemi',
    tags: ['interfaces', 'craft'],
    note: 'Compare with our archive.',
    days: 23,
    minutes: 7,
    isFavorite: true,
    text: `A question before an act says: I do not trust you. An undo after it says: go on, I am holding the rope.

The two cost about the same to build. Only one of them is asked for a thousand times a day.`,
  },
  {
    site: 'marginalia.example',
    siteName: 'Marginalia',
    path: 'colour-as-data',
    title: 'When colour is data, let nothing else be colourful',
    author: 'Jonas Ekberg',
    tags: ['colour', 'interfaces'],
    days: 38,
    minutes: 8,
    isArchived: true,
    text: `An interface has a small budget of colour. The people who use it will spend it on their own labels, and they should find it unspent.

Ink, paper, one marker. All else is theirs.`,
  },
]
