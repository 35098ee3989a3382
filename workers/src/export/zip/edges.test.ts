import { expect, test } from 'vitest'
import { fixturePage } from '../../test-support/articles.ts'
import { markdownOf } from './markdown.ts'

/** Words without the marks and escapes of Markdown. */
const plain = (line: string) =>
  line
    .replace(/^(?:> |- |\d+\. |#+ |\s)+/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*~`\\]/g, '')
    .trim()

test.each(['blocks.html', 'old-blocks.html', 'details.html', 'custom-elements.html', 'shadow-root.html'])(
  'the text for search and the Markdown of %s have the same edges',
  name => {
    const { html, text } = fixturePage(name)
    const lines = markdownOf(html)
      .split('\n')
      .map(plain)
      .filter(line => line !== '' && !line.startsWith('!'))
    expect(lines).toEqual(text.split('\n').map(plain))
  },
)
