import { describe, expect, test } from 'vitest'
import { fixturePage, prose } from '../../test-support/articles.ts'
import { readPage } from '../read-page.ts'

const read = (body: string) =>
  readPage(
    {
      url: 'https://www.daily.example/fog',
      contentType: 'text/html',
      body: Buffer.from(`<html><head><title>Fog</title></head>${body}</html>`),
    },
    new Set(),
  )
const htmlOf = (body: string) => {
  const result = read(body)
  if (result.kind === 'unreadable') throw new Error(result.reason)
  return result.html
}
const secret =
  '<p>The clerk wrote the names of the ships in blue ink, as he had done since the year of the flood, and then he went home.</p>'

test.each([
  ['hidden-content.html', 12],
  ['hidden-root.html', 9],
  ['hidden-part.html', 12],
])('%s is read with its %i paragraphs', (name, count) => {
  expect(fixturePage(name).html.match(/<p>/g)).toHaveLength(count)
  expect(fixturePage(name).html).not.toContain('About this site')
})

describe('text that scripts make visible is read:', () => {
  test.each([
    'visibility:hidden',
    'opacity: 0; transform: translateY(10px)',
    'color: red; opacity:0.0 !important',
    'opacity: 0%',
    'visibility: collapse',
  ])('%s in the text', style => {
    expect(
      htmlOf(`<article>${prose.repeat(6)}<div style="${style}">${secret}</div>${prose.repeat(6)}</article>`),
    ).toContain(secret)
  })

  test.each([
    ['a body', `<body style="opacity:0">${prose.repeat(8)}</body>`],
    [
      'a root that is not displayed',
      `<body><div id="app" style="display:none"><article>${prose.repeat(8)}</article></div></body>`,
    ],
    ['a root with an attribute', `<body><main hidden><article>${prose.repeat(8)}</article></main></body>`],
    [
      'a root behind a window',
      `<body><main aria-hidden="true"><article>${prose.repeat(8)}</article></main><div role="dialog" aria-modal="true"><p>Subscribe</p></div></body>`,
    ],
    [
      'a root in a root',
      `<body style="visibility:hidden"><main style="display: none">${prose.repeat(8)}</main></body>`,
    ],
    [
      'a text of parts that are not displayed',
      `<body><article><h1>Fog</h1><p>${'A short beginning. '.repeat(8)}</p>${`<div hidden><section>${prose.repeat(3)}</section></div>`.repeat(3)}</article><nav>Menu of the site</nav></body>`,
    ],
  ])('%s', (_, body) => {
    expect(htmlOf(body)).toContain(prose)
  })

  test('the html element', () => {
    const page = `<html style="visibility: hidden"><title>Fog</title><body>${prose.repeat(8)}</body></html>`
    const body = Buffer.from(page)
    expect(readPage({ url: 'https://daily.example/', contentType: 'text/html', body }, new Set()).kind).toBe(
      'read',
    )
  })
})

describe('what stays hidden:', () => {
  test.each([
    ['a text that is not displayed', `<div style="display:none">${secret}</div>`],
    ['words that appear on a point', '<span style="visibility:hidden">A few words of help.</span>'],
    ['a window', `<div class="newsletter-modal" style="visibility:hidden">${secret}</div>`],
    ['a tooltip', `<div role="tooltip" style="visibility: hidden">${secret}</div>`],
    [
      'a menu',
      `<div style="visibility:hidden">${'<a href="/x">A page of the site that has a long name</a> '.repeat(4)}</div>`,
    ],
  ])('%s', (_, hidden) => {
    expect(htmlOf(`<article>${prose.repeat(6)}${hidden}${prose.repeat(6)}</article>`)).not.toMatch(
      /clerk|help|long name/,
    )
  })

  test('an element that is a little see-through is not hidden, and its style is no sign', () => {
    expect(
      htmlOf(
        `<article>${prose.repeat(6)}<p style="opacity:0.6">Nobody spoke to him.</p>${prose.repeat(6)}</article>`,
      ),
    ).toContain('Nobody spoke to him.')
  })
})

describe('an article that is a small part of the page is not ready:', () => {
  const footer =
    '<footer><p>About this site, its people, its terms and its cookies, which are few.</p></footer>'

  test.each([
    ['the footer alone', `<body><div id="root"></div>${footer}</body>`],
    ['a long footer', `<body><div id="root"></div><footer>${prose.repeat(6)}</footer></body>`],
    [
      'a footer by its name',
      `<body><div id="root"></div><div class="site-footer">${prose.repeat(6)}</div></body>`,
    ],
    [
      'a footer by its role',
      `<body><div id="root"></div><div role="contentinfo">${prose.repeat(6)}</div></body>`,
    ],
    [
      'a line beside texts that windows hide',
      `<body><article><h1>Fog</h1><p>${'A beginning of the story. '.repeat(5)}</p></article>${`<div role="dialog" hidden>${secret}</div>`.repeat(40)}</body>`,
    ],
  ])('%s', (_, body) => {
    expect(read(body)).toMatchObject({ kind: 'unreadable', reason: 'no-article' })
  })

  test('a short article among comments, and under a long footer, is one', () => {
    const short = `<article><h1>Fog</h1>${'<p>It is still foggy over the harbour, and nobody knows when the boats will come back home.</p>'.repeat(7)}</article>`
    const comments = ['comments', 'commentarea', 'comment-list']
      .map(name => `<section class="${name}">${prose.repeat(30)}</section>`)
      .join('')
    expect(htmlOf(`<body>${short}${comments}<footer>${prose.repeat(3)}</footer></body>`)).toContain(
      'still foggy',
    )
  })
})
