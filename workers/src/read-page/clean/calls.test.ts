import { describe, expect, test } from 'vitest'
import { cleaned } from '../../test-support/articles.ts'

describe('calls to subscribe, share or install', () => {
  test.each([
    '<p><strong>Sign up for our <a href="/newsletter">newsletter</a> and get the best stories.</strong></p>',
    '<p><a href="/subscribe">Subscribe to The Daily</a></p>',
    '<p><em>Start your day with the free newsletter <a href="https://daily.example/mail">here</a>.</em></p>',
  ])('go where the whole line is emphasised or a link: %s', html => {
    expect(cleaned({ within: html })).toBe('')
  })

  test.each([
    '<p>Have a tip? <a href="mailto:tips@daily.example">Write to us.</a></p>',
    '<p>This site uses cookies. <a href="/privacy-policy">Read more about them</a>.</p>',
    '<p><em>Like this story? Share it with a friend!</em></p>',
  ])('go below the text: %s', html => {
    expect(cleaned({ below: html })).toBe('')
  })

  test('a long one goes as the last paragraph, where it asks twice', () => {
    const long =
      '<p>The Daily tells you every morning what moves the harbour: sign up for the newsletter of our people in the north, or <a href="/x">subscribe</a> to the paper.</p>'
    expect(cleaned({ below: long })).toBe('')
    expect(cleaned({ within: long })).toBe(long)
    const once = long.replace('sign up for the newsletter', 'read the letter')
    expect(cleaned({ below: once })).toBe(once)
  })

  test.each([
    '<p>He read the newsletter of the harbour every week and never missed a word that was in it.</p>',
    '<p>She asked him to sign up, and he gave his <a href="/boats">boat</a>.</p>',
    '<p><em>He would not subscribe to that.</em></p>',
    '<p>It was a way to get emergency alerts or make 911 calls.</p>',
  ])('stay as sentences: %s', html => {
    expect(cleaned({ within: html })).toBe(html)
    expect(cleaned({ below: '<p>He would not subscribe to that.</p>' })).not.toBe('')
  })
})
