import type { Saved } from './saved.ts'

export const ESSAYS: readonly Saved[] = [
  {
    site: 'slowpages.example',
    siteName: 'Slow Pages',
    path: 'a-year-of-letters',
    title: 'A year of letters, one a week, to people I nearly lost touch with',
    author: 'Ines Arbelo',
    tags: ['writing', 'friends'],
    days: 9,
    minutes: 7,
    read: 1,
    text: `The rule was one letter a week, by hand, and no apology for the silence before it. By the fourth week I understood that the apology had been most of what I used to write.

Some people answered on paper, some by telephone, and one came to the door. Nobody mentioned the years in between.`,
  },
  {
    site: 'theferry.example',
    siteName: 'The Ferry',
    path: 'in-praise-of-the-second-draft',
    title: 'In praise of the second draft',
    author: 'Tomás Wren',
    tags: ['writing'],
    days: 12,
    minutes: 5,
    text: `The first draft is for finding out what you think. The second is for finding out whether anybody else could. Between the two lies a night, and the night does more work than either.

I print the first draft and put it in another room. Going to fetch it is part of the method.`,
  },
  {
    site: 'theferry.example',
    siteName: 'The Ferry',
    path: 'the-last-lighthouse-keeper',
    title: 'The last lighthouse keeper has kept the light on in her kitchen',
    author: 'Oona Falk',
    tags: ['sea', 'portrait'],
    days: 20,
    minutes: 14,
    cover: 'sea',
    isFavorite: true,
    text: `She was six when the family moved to the rock, and fifty-nine when a helicopter brought the engineers who would replace her with a sensor the size of a matchbox. She made them tea. She showed them where the roof leaked.

The lamp that turned for a century stands in her kitchen now, on a timer. The neighbours have stopped asking.`,
  },
  {
    site: 'commonroom.example',
    siteName: 'Common Room',
    path: 'how-to-disagree-slowly',
    title: 'How to disagree slowly',
    author: 'Dev Marchetti',
    tags: ['conversation'],
    note: 'The exercise with the two columns.',
    days: 27,
    minutes: 9,
    text: `Most arguments are lost in the first ten seconds, when both sides decide what the argument is about. An exercise from a school in the mountains makes those ten seconds last an hour.

Each side writes down what the other would have to see in order to change its mind. Then they exchange the sheets, and the afternoon begins.`,
  },
  {
    site: 'commonroom.example',
    siteName: 'Common Room',
    path: 'reading-aloud',
    title: 'Reading aloud to people who can read',
    author: 'Hanne Osei',
    tags: ['reading', 'memory'],
    days: 33,
    minutes: 6,
    isArchived: true,
    text: `We began because the power was out. By the time it came back we were in the third chapter, and nobody got up to switch on the lamp.

A text that is read aloud cannot be skimmed. The listener waits for the end of the sentence, as its writer once did.`,
  },
]
