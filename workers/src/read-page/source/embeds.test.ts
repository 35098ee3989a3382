import { describe, expect, test } from 'vitest'
import { prepared, stored } from '../../test-support/articles.ts'

describe('embedded things', () => {
  test.each([
    [
      '<iframe src="https://www.youtube-nocookie.com/embed/abc-1?x=1" title="Boats at dawn"></iframe>',
      'https://www.youtube.com/watch?v=abc-1',
      'Boats at dawn',
    ],
    ['<iframe data-src="//player.vimeo.com/video/42"></iframe>', 'https://vimeo.com/42', 'Video'],
    [
      '<iframe src="https://open.spotify.com/embed/track/1" title="YouTube video player"></iframe>',
      'https://open.spotify.com/track/1',
      'Audio',
    ],
    [
      '<iframe src="https://platform.twitter.com/embed/Tweet.html?id=77"></iframe>',
      'https://x.com/i/status/77',
      'Post',
    ],
    [
      '<lite-youtube videoid="abcdef" playlabel="Play: Boats"></lite-youtube>',
      'https://www.youtube.com/watch?v=abcdef',
      'Play: Boats',
    ],
    ['<video><source src="/boats.mp4"></video>', 'https://www.daily.example/boats.mp4', 'Video'],
  ])('become a quote with a link: %s', (html, address, text) => {
    expect(prepared(html)).toBe(`<blockquote><a href="${address}">${text}</a></blockquote>`)
  })

  test.each([
    '<iframe src="https://ads.example/frame"></iframe>',
    '<iframe src="javascript:x()"></iframe>',
    '<iframe src="https://evil.example/?https://www.youtube.com/embed/a"></iframe>',
    '<iframe></iframe>',
  ])('that are nothing to read go: %s', html => {
    expect(stored(html)).not.toMatch(/blockquote|iframe/)
  })

  test('a quoted post stays', () => {
    expect(
      stored(
        '<blockquote class="twitter-tweet"><p>Fog!</p>— Ada <a href="https://x.com/ada/status/1">May 1</a></blockquote>',
      ),
    ).toMatch(
      /<blockquote><p>Fog!<\/p>— Ada <a href="https:\/\/x.com\/ada\/status\/1"[^>]*>May 1<\/a><\/blockquote>/,
    )
  })
})
