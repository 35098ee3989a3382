import { expect, test } from 'vitest'
import { link, note } from '../test-support/library.ts'
import { articleAsMarkdown } from './article-page.ts'

test('a note has no HTML in Markdown', () => {
  const notes = [note({ id: 1, linkId: 1, content: '*a* <b> \\<img src="x"> 1 < 2' })]
  const page = articleAsMarkdown({ link: link({ id: 1 }), html: '', collection: undefined, notes })
  expect(page).toContain('\n*a* &lt;b> \\&lt;img src="x"> 1 < 2\n')
})

test('tags are as Obsidian can link them, and as they are spelled beside where that differs', () => {
  const head = (tags: string[]) =>
    articleAsMarkdown({ link: link({ id: 1, tags }), html: '', collection: undefined, notes: [] })
      .split('\n')
      .filter(line => /^(tags|labels)/.test(line))
  expect(head(['to read', 'project:alpha', 'To read', 'to-read'])).toEqual([
    'tags: ["to-read","project/alpha","To-read"]',
    'labels: ["to read","project:alpha","To read","to-read"]',
  ])
  expect(head(['food', 'a/b'])).toEqual(['tags: ["food","a/b"]'])
  expect(head(['!'])).toEqual(['labels: ["!"]'])
})
