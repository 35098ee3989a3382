import { expect, test } from 'vitest'
import { link, note } from '../test-support/library.ts'
import { articleAsMarkdown } from './article-page.ts'

test('a note has no HTML in Markdown', () => {
  const notes = [note({ id: 1, linkId: 1, content: '*a* <b> \\<img src="x"> 1 < 2' })]
  const page = articleAsMarkdown({ link: link({ id: 1 }), html: '', collection: undefined, notes })
  expect(page).toContain('\n*a* &lt;b> \\&lt;img src="x"> 1 < 2\n')
})
