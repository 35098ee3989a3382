import type { Saved } from './saved.ts'

export const KITCHEN_AND_GARDEN: readonly Saved[] = [
  {
    site: 'thebalcony.example',
    siteName: 'The Balcony',
    path: 'tomatoes',
    title: 'A practical guide to growing tomatoes on a balcony',
    author: 'Mina Verde',
    tags: ['garden', 'summer'],
    note: 'Soak the roots overnight first.',
    days: 4,
    minutes: 10,
    cover: 'leaves',
    highlights: [
      { words: 'Water in the evening, slowly, until it runs out below.' },
      {
        words: 'When the first flowers open, shake the stem in the morning.',
        thought: 'Twice a week is enough.',
      },
    ],
    text: `A tomato grown on a balcony asks for three things: light, a pot deeper than you think, and water that reaches the roots. Water in the evening, slowly, until it runs out below.

When the first flowers open, shake the stem in the morning. Bees do it better, but few of them visit the fourth floor.`,
  },
  {
    site: 'thebalcony.example',
    siteName: 'The Balcony',
    path: 'herbs-in-winter',
    title: 'Herbs that live through a winter indoors',
    author: 'Mina Verde',
    tags: ['garden', 'herbs'],
    days: 16,
    minutes: 6,
    text: `Rosemary wants to be cold and dry, basil wants to be warm and wet, and your kitchen is neither. Give up the basil. Keep the rosemary at the coldest window and forget it a little.

Parsley forgives everything for one year.`,
  },
  {
    site: 'slowoven.example',
    siteName: 'Slow Oven',
    path: 'bread-without-a-plan',
    title: 'Bread without a plan: four ingredients and a day at home',
    author: 'Anouk Delarue',
    tags: ['bread', 'recipes'],
    days: 8,
    minutes: 9,
    read: 0.45,
    cover: 'town',
    text: `The dough does not know the recipe. It knows the temperature of your kitchen, and it will tell you the time if you look at it instead of the clock.

Mix, wait, fold, wait, shape, wait, bake. The waiting is the work.`,
  },
  {
    site: 'slowoven.example',
    siteName: 'Slow Oven',
    path: 'one-pot',
    title: 'Seven dinners in one pot',
    author: 'Anouk Delarue',
    tags: ['recipes'],
    days: 21,
    minutes: 7,
    isFavorite: true,
    text: `The pot is heavy and was expensive, once. Since then it has cost less each evening. These are the seven dinners of a week in which nobody wanted to wash up.

Monday begins with onions, as all of them do.`,
  },
  {
    site: 'pantryscience.example',
    siteName: 'Pantry Science',
    path: 'salt',
    title: 'When to salt, and why the answer is earlier',
    author: 'Kofi Brandt',
    tags: ['cooking', 'science'],
    days: 29,
    minutes: 8,
    cover: 'chart',
    text: `Salt moves about a centimetre a day. That one number explains most of what cooks argue about: the night before for a roast, an hour for a fish, a minute for an egg.

At the table it has no time to go anywhere.`,
  },
  {
    site: 'pantryscience.example',
    siteName: 'Pantry Science',
    path: 'sharp-knives',
    title: 'A sharp knife in ten quiet minutes',
    author: 'Kofi Brandt',
    tags: ['tools', 'cooking'],
    days: 41,
    minutes: 5,
    isArchived: true,
    text: `Find the angle once and keep your wrist still. The stone does the rest, and it tells you by its sound when you have lost it.

Stop when the edge catches on a fingernail.`,
  },
]
