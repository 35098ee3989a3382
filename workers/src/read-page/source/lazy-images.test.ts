import { describe, expect, test } from 'vitest'
import { prepared, stored } from '../../test-support/articles.ts'

const blank = 'src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP=="'
const sourceOf = (html: string) => /<img[^>]* src="([^"]*)"/.exec(prepared(html))?.[1]

describe('images that are loaded late', () => {
  test.each([
    ['an attribute', `<img ${blank} data-src="/a.jpg">`, '/a.jpg'],
    ['a set', '<img srcset="/s.jpg 400w, /m.jpg 1200w, /l.jpg 4000w" src="/s.jpg">', '/m.jpg'],
    ['a set of large ones alone', '<img srcset="/l.jpg 4000w, /m.jpg 2400w">', '/m.jpg'],
    ['densities', '<img src="/1.jpg" data-srcset="/1.jpg 1x, /2.jpg 2x">', '/2.jpg'],
    [
      'addresses with commas',
      '<img srcset="/w_200,h_100/a.jpg 200w, /w_900,h_500/a.jpg 900w">',
      '/w_900,h_500/a.jpg',
    ],
    [
      'a picture',
      `<picture><source type="image/webp" srcset="/a.webp 1000w"><img ${blank}></picture>`,
      '/a.webp',
    ],
    ['noscript after a stand-in', `<img ${blank}><noscript><img src="/a.jpg"></noscript>`, '/a.jpg'],
    ['noscript alone', '<p><noscript><img src="/a.jpg"></noscript></p>', '/a.jpg'],
    ['a named stand-in', '<img src="/img/placeholder.png" data-original="/a.jpg">', '/a.jpg'],
  ])('get their address from %s', (_, html, source) => {
    expect(sourceOf(html)).toBe(source)
  })

  test.each([
    ['an image', '<img src="/a.jpg">'],
    ['an image with a set of one', '<img src="/a.jpg" srcset="/b.jpg">'],
    ['an attribute that is no address', '<img src="/a.jpg" data-image="a b c">'],
    ['a noscript with text', '<img src="/a.jpg"><noscript>Use scripts <img src="/b.jpg"></noscript>'],
    [
      'a vector in a picture',
      '<picture><source type="image/svg+xml" srcset="/b.svg 1000w"><img src="/a.jpg"></picture>',
    ],
  ])('%s stays', (_, html) => {
    expect(sourceOf(html)).toBe('/a.jpg')
  })

  test('an article has each once', () => {
    expect(
      stored(`<figure><img ${blank}><noscript><img src="/a.jpg"></noscript></figure>`).match(/<img/g),
    ).toHaveLength(1)
  })
})
