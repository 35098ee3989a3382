import { expect, test } from 'vitest'
import { DRAWN, imageSources, replaceImages } from './images.ts'

test('each picture of a stored article is found once, with its address unescaped', () => {
  const html =
    '<p>if a &lt;img src="x"&gt; b <img src="https://a.example/1.png?x=1&amp;y=2" alt="&quot;One&quot; &gt; two" width="40" height="30" /></p>' +
    '<img src="https://a.example/1.png?x=1&amp;y=2" alt="again" /><img src="data:image/png;base64,AA==" />'
  expect(imageSources(html)).toEqual(['https://a.example/1.png?x=1&y=2', 'data:image/png;base64,AA=='])
  const seen: unknown[] = []
  const rest = replaceImages(html, image => {
    seen.push(image)
    return '[]'
  })
  expect(seen[0]).toEqual({
    source: 'https://a.example/1.png?x=1&y=2',
    alt: '"One" > two',
    title: undefined,
  })
  expect(rest).toBe('<p>if a &lt;img src="x"&gt; b []</p>[][]')
})

test('drawings are no pictures to copy, and are replaced like others', () => {
  const drawn = `https://a.example/page${DRAWN}`
  const html = `<img src="https://a.example/1.svg?v=2" /><img src="${drawn}" alt="Tide" /><img src="https://a.example/svg.png" />`
  expect(imageSources(html)).toEqual(['https://a.example/svg.png'])
  expect(replaceImages(html, ({ source }) => `[${source}]`)).toBe(
    `[https://a.example/1.svg?v=2][${drawn}][https://a.example/svg.png]`,
  )
})
