import { describe, expect, test } from 'vitest'
import { fixturePage, prepared, stored } from '../../test-support/articles.ts'

const base = 'https://www.daily.example'
/** A quote, or, with a picture, a figure. */
const linked = (address: string, text: string, picture?: string, caption = '') => {
  const link = (inner: string) => `<a href="${address}">${inner}</a>`
  if (!picture && !caption) return `<blockquote>${link(text)}</blockquote>`
  const alt = /^(Video|Audio)$/.test(text) ? '' : text
  const image = picture ? link(`<img src="${picture}" alt="${alt}">`) : ''
  return `<figure>${image}<figcaption>${link(text)}${caption && ` ${caption}`}</figcaption></figure>`
}
const film = (id: string, text = 'Video', caption = '') =>
  linked(`https://www.youtube.com/watch?v=${id}`, text, `https://i.ytimg.com/vi/${id}/hqdefault.jpg`, caption)
const preparedOf = (html: string) =>
  prepared(html)
    .replace(/ data-embed=""/g, '')
    .replace(/<img alt="([^"]*)" src="([^"]*)">/g, '<img src="$2" alt="$1">')
const youTube = '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>'

describe('embedded things', () => {
  test('videos and code of a page of WordPress stay in their places', () => {
    const { html } = fixturePage('embeds.html')
    const addresses = [...html.matchAll(/<(?:figure|blockquote)><a href="([^"]*)"/g)].map(
      ([, address]) => address,
    )
    expect(addresses).toEqual([
      'https://www.youtube.com/watch?v=abcdefghijk',
      'https://vimeo.com/12345',
      'https://www.youtube.com/watch?v=zzzzzzzzzzz',
      'https://www.youtube.com/watch?v=qqqqqqqqqqq',
      'https://gist.github.com/me/0123456789abcdef',
    ])
    expect(html).toContain('>Harbour film</a></figcaption>')
    expect(html).not.toMatch(/<(p|figure|div|blockquote)><\/\1>/)
  })

  test.each([
    [
      '<iframe src="https://www.youtube-nocookie.com/embed/abc-1?x=1" title="Boats at dawn"></iframe>',
      film('abc-1', 'Boats at dawn'),
    ],
    [
      '<iframe src="https://www.youtube.com/embed/videoseries?list=PL12345"></iframe>',
      linked('https://www.youtube.com/playlist?list=PL12345', 'Video'),
    ],
    ['<iframe data-src="//player.vimeo.com/video/42"></iframe>', linked('https://vimeo.com/42', 'Video')],
    [
      '<iframe src="https://open.spotify.com/embed/track/1" title="YouTube video player"></iframe>',
      linked('https://open.spotify.com/track/1', 'Audio'),
    ],
    [
      '<iframe src="https://platform.twitter.com/embed/Tweet.html?id=77"></iframe>',
      linked('https://x.com/i/status/77', 'Post'),
    ],
    [
      '<iframe src="https://embed.bsky.app/embed/did:plc:abc/app.bsky.feed.post/3k"></iframe>',
      linked('https://bsky.app/profile/did:plc:abc/post/3k', 'Post'),
    ],
    [
      '<iframe src="https://www.google.com/maps/embed?pb=1" title="The harbour"></iframe>',
      linked('https://www.google.com/maps/embed?pb=1', 'The harbour'),
    ],
    [
      '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=1"></iframe>',
      linked('https://www.openstreetmap.org/export/embed.html?bbox=1', 'Map'),
    ],
    [
      '<iframe src="https://codepen.io/ada/embed/abc?default-tab=html"></iframe>',
      linked('https://codepen.io/ada/pen/abc', 'Code'),
    ],
    [
      '<iframe src="https://video.club.example/embed/7"></iframe>',
      linked('https://video.club.example/embed/7', 'Embedded from video.club.example'),
    ],
    ['<lite-youtube videoid="abcdef" playlabel="Play: Boats"></lite-youtube>', film('abcdef', 'Play: Boats')],
    ['<div class="youtube-player" data-id="abcdefghijk"></div>', film('abcdefghijk')],
    ['<div data-vimeo-id="1234567"></div>', linked('https://vimeo.com/1234567', 'Video')],
    [
      '<div class="flourish-embed" data-src="visualisation/12?1"></div>',
      linked('https://flo.uri.sh/visualisation/12/embed', 'Figure'),
    ],
    [
      '<object><param name="movie" value="https://www.youtube.com/v/abcdefghijk"><embed src="https://www.youtube.com/v/abcdefghijk"></object>',
      film('abcdefghijk'),
    ],
    ['<video><source src="/boats.mp4"></video>', linked(`${base}/boats.mp4`, 'Video')],
    [
      '<video poster="/boats.jpg" src="/boats.mp4" title="Boats"></video>',
      linked(`${base}/boats.mp4`, 'Boats', `${base}/boats.jpg`),
    ],
    [
      '<script src="https://gist.github.com/me/0123abc.js"></script>',
      linked('https://gist.github.com/me/0123abc', 'Code'),
    ],
  ])('become a link: %s', (html, expected) => {
    expect(preparedOf(html)).toBe(expected)
  })

  test.each([
    [
      'a blank frame',
      '<iframe src="about:blank" data-src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
    ],
    [
      'one that waits for consent',
      '<iframe data-cookieblock-src="https://www.youtube.com/embed/abcdefghijk" src="/consent.html"></iframe>',
    ],
    [
      'a copy for browsers without scripts',
      `<div><iframe data-src="https://www.youtube.com/embed/abcdefghijk"></iframe><noscript>${youTube}</noscript></div>`,
    ],
    [
      'a copy before it',
      `<div><noscript>${youTube}</noscript><iframe data-src="https://www.youtube.com/embed/abcdefghijk"></iframe></div>`,
    ],
    [
      'frames in frames',
      `<figure class="wp-block-embed"><div><div class="ratio"><p>${youTube}</p></div></div></figure>`,
    ],
    ['a button over it', `<div class="video">${youTube}<button>Play</button></div>`],
  ])('take the place of %s', (_, html) => {
    expect(preparedOf(html)).toBe(film('abcdefghijk'))
  })

  test('a caption and a picture of the page stay', () => {
    expect(
      preparedOf(`<figure><div>${youTube}</div><figcaption>Boats <i>at dawn</i></figcaption></figure>`),
    ).toBe(film('abcdefghijk', 'Video', 'Boats <i>at dawn</i>'))
    expect(preparedOf(`<div><img src="/boats.jpg" alt="Boats">${youTube}</div>`)).toBe(
      linked('https://www.youtube.com/watch?v=abcdefghijk', 'Boats', '/boats.jpg'),
    )
  })

  test('two in one frame are two, and words beside one stay', () => {
    const other = '<iframe src="https://player.vimeo.com/video/42"></iframe>'
    expect(preparedOf(`<div>${youTube}${other}</div>`)).toBe(
      `<div>${film('abcdefghijk')}${linked('https://vimeo.com/42', 'Video')}</div>`,
    )
    expect(preparedOf(`<div>${youTube}<p>Seen from the pier.</p></div>`)).toBe(
      `<div>${film('abcdefghijk')}<p>Seen from the pier.</p></div>`,
    )
  })

  test('an embedded post of WordPress is its quote', () => {
    const quote =
      '<blockquote class="wp-embedded-content"><a href="https://b.example/">Boats</a></blockquote>'
    const html = stored(
      `${quote}<iframe class="wp-embedded-content" src="https://b.example/boats/embed/#?secret=x"></iframe>`,
    )
    expect(html.match(/https:\/\/b.example/g)).toHaveLength(1)
  })

  test.each([
    '<iframe src="https://ads.example/frame"></iframe>',
    '<iframe src="javascript:x()"></iframe>',
    '<iframe src="https://evil.example/?https://www.youtube.com/embed/a"></iframe>',
    '<iframe></iframe>',
    '<iframe src="https://ada.substack.com/embed"></iframe>',
    '<iframe src="https://www.daily.example/newsletter/embed/"></iframe>',
    '<script src="https://b.example/gist.github.com/me/1.js"></script>',
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
