import { expect, test } from 'vitest'
import { fixturePage, prepared } from '../../test-support/articles.ts'

test('the text of a declarative shadow root is read', () => {
  const { html } = fixturePage('shadow-root.html')
  expect(html.match(/<p>/g)).toHaveLength(10)
  expect(html).not.toContain('About this site')
})

const withoutMarks = (html: string) => prepared(html).replace(/ data-[a-z-]+="[^"]*"/g, '')

test.each([
  ['a root', '<x-a><template shadowrootmode="open"><p>in</p></template></x-a>', '<div><p>in</p></div>'],
  [
    'a closed root, and one by its old name',
    '<div><template shadowrootmode="closed"><p>a</p></template></div><div><template shadowroot="open"><p>b</p></template></div>',
    '<div><p>a</p></div><div><p>b</p></div>',
  ],
  [
    'what the host gives to its slots',
    '<div><template shadowrootmode="open"><h2><slot name="title">T</slot></h2><slot></slot><p><slot name="no">none</slot></p></template><b slot="title">Fog</b><p>light</p></div>',
    '<div><h2><b slot="title">Fog</b></h2><p>light</p><p>none</p></div>',
  ],
  [
    'two slots of one name: the first has it',
    '<div><template shadowrootmode="open"><h2><slot name="a">x</slot></h2><p><slot name="a">y</slot></p></template><b slot="a">Fog</b></div>',
    '<div><h2><b slot="a">Fog</b></h2><p>y</p></div>',
  ],
  [
    'a root in a root',
    '<div><template shadowrootmode="open"><section><template shadowrootmode="open"><p>in</p></template></section></template></div>',
    '<div><section><p>in</p></section></div>',
  ],
  [
    'what has no slot is not shown',
    '<div><template shadowrootmode="open"><p>in</p></template><p>out</p></div>',
    '<div><p>in</p></div>',
  ],
  [
    'other templates are not shown',
    '<div><template><p>row</p></template><p>a</p></div>',
    '<div><p>a</p></div>',
  ],
])('%s', (_, html, expected) => {
  expect(withoutMarks(html)).toBe(expected)
})
