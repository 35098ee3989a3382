import { describe, expect, test } from 'vitest'
import { prepared } from '../../test-support/articles.ts'

describe('captions outside figures', () => {
  test.each([
    [
      'a class',
      '<div><img src="/a.jpg"><p class="wp-caption-text">Fog</p></div>',
      '<figure><img src="/a.jpg"><figcaption class="wp-caption-text">Fog</figcaption></figure>',
    ],
    [
      'a caption and a credit',
      '<div><p><img src="/a.jpg"></p><span class="caption">Fog</span> <span class="credit">Poe</span></div>',
      '<figure><p><img src="/a.jpg"></p><figcaption class="caption">Fog</figcaption> <span class="credit">Poe</span></figure>',
    ],
    [
      'italics below the image',
      '<p><img src="/a.jpg"><br><em>Fog</em></p>',
      '<figure><img src="/a.jpg"><br><figcaption><em>Fog</em></figcaption></figure>',
    ],
  ])('make a figure: %s', (_, html, figure) => {
    expect(prepared(html)).toBe(figure)
  })

  test.each([
    ['a figure', '<figure><img src="/a.jpg"><p class="caption">Fog</p></figure>'],
    [
      'text beside it',
      '<div><img src="/a.jpg"><p class="caption">Fog</p><p>The harbour lay still under the fog.</p></div>',
    ],
    ['no image', '<div><p class="caption">Fog</p></div>'],
    ['a paragraph with a word in italics', '<p><img src="/a.jpg">The <em>fog</em></p>'],
  ])('with %s stay', (_, html) => {
    expect(prepared(html)).toBe(html)
  })
})
