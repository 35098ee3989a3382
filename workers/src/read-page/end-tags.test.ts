import { expect, test } from 'vitest'
import { withRightEndTags } from './end-tags.ts'

test.each([
  [
    'the element that ended after a dropped picture',
    '<p>a <b>b</image>, c</p><p>d</p>',
    '<p>a <b>b</b>, c</p><p>d</p>',
  ],
  [
    'elements inside and around it',
    '<div><p><a href="https://x.example/?a=1&amp;b=2">a <i>b</image></a></p><hr /></image><p>c<br />d</p>',
    '<div><p><a href="https://x.example/?a=1&amp;b=2">a <i>b</i></a></p><hr /></div><p>c<br />d</p>',
  ],
  ['nothing where all are right', '<ul><li>a<wbr></wbr></li></ul>', '<ul><li>a<wbr></wbr></li></ul>'],
  ['an end tag without an element', 'a</image>', 'a</image>'],
])('renames %s', (_, html, mended) => {
  expect(withRightEndTags(html)).toBe(mended)
})
