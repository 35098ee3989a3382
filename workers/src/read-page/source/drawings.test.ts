import { describe, expect, test } from 'vitest'
import { fixturePage, prepared, stored } from '../../test-support/articles.ts'

const page = 'https://www.daily.example/fog#drawn-in-the-page'
const image = (src: string, alt: string) => `<img src="${src}" alt="${alt}">`
const preparedOf = (html: string) =>
  prepared(html).replace(/<img alt="([^"]*)" src="([^"]*)">/g, '<img src="$2" alt="$1">')

test('the three drawings of a page leave their names', () => {
  const { html } = fixturePage('svg-pictures.html')
  expect(
    [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, source, alt]) => [source, alt]),
  ).toEqual([
    ['https://www.daily.example/diagram.svg', 'How the channel moved'],
    ['https://www.daily.example/chart.svg?v=2', 'Chart of depths'],
    [page, 'Flow of the tide'],
  ])
})

const chart = 'viewBox="0 0 200 100"'

describe('a drawing leaves a frame:', () => {
  test.each([
    ['a file', image('/a.svg', 'A chart'), image('/a.svg', 'A chart')],
    [
      'a file in an object',
      '<object type="image/svg+xml" data="/a.svg">A chart</object>',
      image('/a.svg', 'A chart'),
    ],
    [
      'one in an address',
      image('data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=', 'A chart'),
      image(page, 'A chart'),
    ],
    ['one with a label', `<svg ${chart} aria-label="A chart"><rect/></svg>`, image(page, 'A chart')],
    ['one with a title', `<svg ${chart}><title>A chart</title><rect/></svg>`, image(page, 'A chart')],
    ['one in a figure', '<figure><svg><rect/></svg></figure>', `<figure>${image(page, '')}</figure>`],
    [
      'a picture in a drawing',
      `<figure><svg ${chart}><image href="/a.jpg"/></svg></figure>`,
      `<figure>${image('/a.jpg', '')}</figure>`,
    ],
  ])('%s', (_, html, expected) => {
    expect(preparedOf(html)).toBe(expected)
  })
})

describe('no frame for', () => {
  test.each([
    ['an icon', '<svg viewBox="0 0 24 24" aria-label="Share"><path/></svg>'],
    ['an icon in a button', `<button><svg ${chart} aria-label="Share"><path/></svg></button>`],
    ['one that is hidden', `<svg ${chart} aria-hidden="true"><title>Line</title></svg>`],
    ['one without a name', `<div><svg ${chart}><path/></svg></div>`],
    ['a small file without a name', '<img src="/line.svg" width="24" height="24" alt="">'],
  ])('%s', (_, html) => {
    expect(stored(html)).not.toContain('<img')
  })
})

test.each([
  [
    'an emoji',
    '<p>Hello <img class="emoji" alt="😀" src="https://s.w.org/1f600.svg"> and <img alt="👩‍🚀" src="/a.png"></p>',
    '<p>Hello 😀 and 👩‍🚀</p>',
  ],
  [
    'a sign in a line',
    '<p>Look <img src="/pin.svg" alt="here"> at the map.</p>',
    '<p>Look here at the map.</p>',
  ],
  [
    'a badge that is a link',
    '<p>Badge <a href="/b"><img src="/b.svg" alt="build"></a> here.</p>',
    '<p>Badge <a href="/b">build</a> here.</p>',
  ],
])('%s is its words', (_, html, expected) => {
  expect(prepared(html)).toBe(expected)
})

test('a photograph whose name is a number stays', () => {
  expect(prepared('<img src="/a.jpg" alt="7">')).toContain('<img')
})
