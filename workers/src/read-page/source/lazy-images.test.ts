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
    ['Zhihu', '<img src="/whitedot.jpg" data-actualsrc="/a.jpg">', '/a.jpg'],
    ['Cloudflare', '<img data-cfsrc="/a.jpg" style="display:none">', '/a.jpg'],
    ['PageSpeed', '<img src="/1.JiBnMqyl6S.gif" data-pagespeed-lazy-src="/a.jpg">', '/a.jpg'],
    ['NitroPack', '<img src="data:image/svg+xml;base64,PHN2Zz4=" nitro-lazy-src="/a.jpg">', '/a.jpg'],
    ['NitroPack’s set', '<img nitro-lazy-srcset="/s.jpg 400w, /m.jpg 1200w">', '/m.jpg'],
    ['widths in names', '<img data-380src="/s.jpg" data-1000src="/l.jpg" data-655src="/m.jpg">', '/l.jpg'],
    ['a template of widths', '<img data-src="/a_{width}x.jpg" data-widths="[180, 360]">', '/a_1200x.jpg'],
    ['an attribute of its own', `<img ${blank} data-huge="/a.jpg?x=1">`, '/a.jpg?x=1'],
    [
      'an attribute of its own, by its class',
      '<img class="b-lazy" src="/low.jpg" data-huge="/a.jpg">',
      '/a.jpg',
    ],
    ['a blank address', '<img src="about:blank" data-lazy="/a.jpg">', '/a.jpg'],
    ['a vector that stands in', '<img src="data:image/svg+xml,%3Csvg%3E" data-src="/a.jpg">', '/a.jpg'],
    ['the file that its link leads to', `<a href="/a.jpg"><img ${blank}></a>`, '/a.jpg'],
    [
      'a picture without an image',
      '<picture><source srcset="/s.webp 400w, /m.webp 1200w"></picture>',
      '/m.webp',
    ],
    ['a noscript before a stand-in', `<noscript><img src="/a.jpg"></noscript><img ${blank}>`, '/a.jpg'],
    ['an empty element', '<div class="image" data-src="/a.jpg"></div>', '/a.jpg'],
    [
      'a style',
      '<div role="img" aria-label="Fog" style="background-image: url(\'/a.jpg\')"></div>',
      '/a.jpg',
    ],
    [
      'AMP',
      '<amp-img src="/a.jpg" alt="Fog" width="10" height="10"><noscript><img src="/a.jpg"></noscript></amp-img>',
      '/a.jpg',
    ],
  ])('get their address from %s', (_, html, source) => {
    expect(sourceOf(html)).toBe(source)
  })

  test.each([
    ['an image', '<img src="/a.jpg">'],
    ['an image with a set of one', '<img src="/a.jpg" srcset="/b.jpg">'],
    ['an attribute that is no address', '<img src="/a.jpg" data-image="a b c">'],
    ['a noscript with text', '<img src="/a.jpg"><noscript>Use scripts <img src="/b.jpg"></noscript>'],
    ['an image with a smaller one beside it', '<img src="/a.jpg" data-thumb="/t.jpg" data-medium="/m.jpg">'],
    [
      'an image beside one that counts readers',
      '<img src="/a.jpg"><noscript><img src="/p.gif" width="1" height="1"></noscript>',
    ],
    ['an image whose link leads to a page', '<a href="/page"><img src="/a.jpg"></a>'],
    [
      'an image in a styled element',
      '<div role="img" style="background: url(/b.jpg)"><img src="/a.jpg"></div>',
    ],
    [
      'a vector in a picture',
      '<picture><source type="image/svg+xml" srcset="/b.svg 1000w"><img src="/a.jpg"></picture>',
    ],
  ])('%s stays', (_, html) => {
    expect(sourceOf(html)).toBe('/a.jpg')
  })

  test('elements with words, and names of files in other attributes, are no images', () => {
    expect(sourceOf('<div data-src="/a.jpg">Fog</div><a data-src="/page" href="/">x</a>')).toBeUndefined()
    expect(sourceOf(`<img ${blank} alt="fog.jpg" title="fog.jpg" data-lowsrc="/low.jpg">`)).toMatch(/^data:/)
  })

  test('a figure holds no other one', () => {
    const html = '<figure><div data-src="/a.jpg"></div><figcaption>Fog</figcaption></figure>'
    expect(prepared(html).match(/<figure/g)).toHaveLength(1)
  })

  test('an article has each once', () => {
    expect(
      stored(`<figure><img ${blank}><noscript><img src="/a.jpg"></noscript></figure>`).match(/<img/g),
    ).toHaveLength(1)
  })
})
