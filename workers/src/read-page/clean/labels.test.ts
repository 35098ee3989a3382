import { describe, expect, test } from 'vitest'
import { cleaned } from '../../test-support/articles.ts'

describe('labels', () => {
  test.each([
    '<p>Advertisement</p>',
    '<div>Continue Reading Below</div>',
    '<p>Iklan</p>',
    '<p><strong>DON’T MISS</strong></p>',
    '<h3>Related articles</h3><h3>The fog</h3>',
    '<div><img src="/a.jpg"><span>Advertisement</span></div>',
    '<figure><img src="/a.jpg"><figcaption>Werbung</figcaption></figure>',
  ])('go as whole lines: %s', html => {
    expect(cleaned({ within: html })).toBe(html.includes('The fog') ? '<h3>The fog</h3>' : '')
  })

  test.each([
    '<p>No.</p>',
    '<figure><img src="/a.jpg"><figcaption>Advertisement of 1912</figcaption></figure>',
    '<p>Share it, he said.</p>',
    '<p>Related work: Lamport showed this in 1978.</p>',
    '<p>It was a way to get emergency alerts or make 911 calls.</p>',
    '<ul><li>Print</li><li>Share</li></ul>',
    '<h2>Comments</h2>',
  ])('stay in sentences, as items, and as the heading of a text: %s', html => {
    expect(cleaned({ within: html })).toBe(html)
  })
})
