import type { Saved } from './saved.ts'

/** The article that the pictures of the reader show. */
export const ESSAY: Saved = {
  site: 'slowpages.example',
  siteName: 'Slow Pages',
  path: 'notes-you-never-meant-to-keep',
  title: 'Why the best notes are the ones you never meant to keep',
  author: 'Ines Arbelo',
  tags: ['writing', 'memory'],
  note: 'For the talk in March.',
  isFavorite: true,
  days: 1,
  read: 0.35,
  cover: 'desk',
  highlights: [
    { words: 'I could not tell you one thing that they said.' },
    {
      words:
        'A note that is taken in order to be kept is already a small performance. It looks over its shoulder at the person who will read it.',
      thought: 'This is why our notes open beside the text, and have no title.',
    },
    { words: 'The margin asks for nothing. It has no template, no title and no date.' },
    { words: 'what we copy by hand we have read twice', thought: 'Ask Nora for her grandmother’s copies.' },
  ],
  text: `
Last autumn I emptied a shelf and found that I had copied out the same sentence three times, in three notebooks, over three decades. I had no memory of the first two. Each time I must have believed that I was discovering it.

This could be a story about forgetting. I have come to think that it is a story about attention, and about the odd way in which the things we do not try to keep are the ones that stay.

## The notebook as a stage

When I was a student I took notes in order to have them. They were numbered and dated, with a margin ruled in red. I can still see the pages. I could not tell you one thing that they said.

A note that is taken in order to be kept is already a small performance. It looks over its shoulder at the person who will read it. It rounds its sentences, it explains what did not need to be explained, and it leaves out the half-thought that was the reason for writing anything down.

> We do not remember what we store. We remember what we return to, and we return to what was left a little open.

The people who study this have a dull name for it, and a simple experiment. Two groups read the same essay. One is told to prepare notes for a friend, the other to mark whatever they like. A month later the second group remembers less of the argument and more of the sentences. They also remember where on the page each sentence was.

![What two groups of readers still knew, week by week](curves)

## What a margin is for

A margin is not a place for storing things. It is a place for answering. Someone on the page has said something, and before the thought is finished the hand has moved: a line, a question mark, a *no*. The margin asks for nothing. It has no template, no title and no date.

My grandmother read with a pencil behind her ear, and her books are full of such answers. Most of them are a single word. In a book on bees, beside a sentence about winter, she has written *as we did*. I have looked at these three words more often than at anything I ever filed.

She also copied. On Sundays she wrote out a paragraph that she liked, slowly, in a school notebook, and she never opened the notebook again. I used to think that this was a waste. Now I believe she knew that what we copy by hand we have read twice, and that the second reading was the point.

## A small practice

I have stopped building an archive. I mark what moves me while it moves me, with as little ceremony as I can. I write in the margin only when I would have said the thing aloud. Once a month, on a slow evening, I leaf through the marks of the month and let most of them go.

What remains is not much. A sentence about tides, a recipe, the words of a child in a novel, an argument that I lost and would like to win. It fits on a card. But when I need a beginning for a letter or a talk, it is there before I look for it.

The third copy of my sentence is pinned above the desk now. I expect to discover it again in about ten years.
`,
}
