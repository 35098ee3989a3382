import type { Saved } from './saved.ts'

export const ENGINEERING: readonly Saved[] = [
  {
    site: 'bitsandledgers.example',
    siteName: 'Bits and Ledgers',
    path: 'what-a-log-is',
    title: 'What a log is, and why every system ends up with one',
    author: 'Priya Nandakumar',
    tags: ['logs', 'databases'],
    note: 'The part on compaction is the one to reread.',
    days: 0,
    minutes: 12,
    cover: 'log',
    highlights: [
      {
        words: 'The log is not a record of what the system did. It is the thing that the system is.',
        thought: 'Say this to the team before the review.',
      },
    ],
    text: `Every team that keeps state for long enough builds a log. Some build it on purpose. The others find it one day under the name of an audit table, an outbox, a change feed or a backup, and notice that it holds the truth more often than the database beside it.

The log is not a record of what the system did. It is the thing that the system is. Tables, caches and search indexes are opinions about it, and opinions may be thrown away and formed again.`,
  },
  {
    site: 'offgrid.example',
    siteName: 'Off Grid Software',
    path: 'when-the-network-does-not',
    title: 'Software that keeps working when the network does not',
    author: 'Lena Kovač',
    tags: ['offline', 'sync'],
    days: 3,
    minutes: 16,
    read: 0.6,
    cover: 'boxes',
    text: `The train goes into the tunnel and the cursor freezes. Nothing about the document has changed: it is still in the memory of the machine in front of you. Somebody decided that you may not touch it until a computer in another country agrees.

Local-first software turns the question around. The device has the document, and the server is a friend who keeps a copy.`,
  },
  {
    site: 'bitsandledgers.example',
    siteName: 'Bits and Ledgers',
    path: 'idempotency',
    title: 'Say it twice, mean it once: idempotency for the rest of us',
    author: 'Priya Nandakumar',
    tags: ['apis', 'databases'],
    days: 6,
    minutes: 8,
    text: `A request that got no answer has either not happened or has happened and not been told. The caller cannot know. Whoever writes the server can make sure that it does not matter.

Give each intention a name, and remember the names that were carried out. The rest of this article is about how long to remember them.`,
  },
  {
    site: 'quietcode.example',
    siteName: 'Quiet Code',
    path: 'deleting-code',
    title: 'A field guide to deleting code',
    author: 'Samir Haddad',
    tags: ['craft'],
    days: 14,
    minutes: 10,
    read: 1,
    isFavorite: true,
    text: `Code is deleted in three seasons. In the first you remove what nobody calls. In the second you remove what somebody calls out of habit. The third season is rare, and it is the good one: you remove the reason.

Take a notebook. Write down what each deletion taught you, because the code will no longer be there to remind you.`,
  },
  {
    site: 'quietcode.example',
    siteName: 'Quiet Code',
    path: 'the-boring-queue',
    title: 'The boring queue: what we learned from ten years of one table',
    author: 'Samir Haddad',
    tags: ['queues', 'databases'],
    days: 19,
    minutes: 11,
    cover: 'chart',
    text: `Ten years ago we put our jobs into a table because we had no time to choose a queue. We have looked for the time since, and each year the table has given us a reason to wait.

It is not the fastest queue. It is the one that everybody on the team can open and read.`,
  },
  {
    site: 'offgrid.example',
    siteName: 'Off Grid Software',
    path: 'clocks',
    title: 'Clocks lie, and other things your database would like you to know',
    author: 'Lena Kovač',
    tags: ['time', 'sync'],
    days: 30,
    minutes: 13,
    text: `Two machines agree on the order of events only if one of them told the other. Everything else is a guess with six decimals.

The guess is often good enough. This is about the afternoons when it is not.`,
  },
]
