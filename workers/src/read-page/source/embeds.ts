import type { PageDocument, PageElement } from '../dom.ts'

/** Addresses of frames that hold a post, a video, a sound or a figure, and what a reader calls it. */
const frames: readonly [RegExp, string][] = [
  [
    /^(www\.)?youtube(-nocookie)?\.com\/embed\/|^player\.vimeo\.com\/|^(www\.)?dailymotion\.com\/embed\/|^(www\.)?ted\.com\/|^embed\.ted\.com\/|^player\.bilibili\.com\/|^(www\.)?facebook\.com\/plugins\/video|\/videos\/embed\//,
    'Video',
  ],
  [
    /^open\.spotify\.com\/embed|^w\.soundcloud\.com\/player|^bandcamp\.com\/EmbeddedPlayer|^embed\.podcasts\.apple\.com\//,
    'Audio',
  ],
  [
    /^platform\.twitter\.com\/embed\/|^(www\.)?instagram\.com\/.*\/embed|^(www\.)?facebook\.com\/plugins\/post|^(www\.)?tiktok\.com\/embed|^(www\.)?redditmedia\.com\/|^embed\.reddit\.com\/|^embed\.bsky\.app\//,
    'Post',
  ],
  [
    /^codepen\.io\/.*\/embed\/|^jsfiddle\.net\/.*\/embedded|^codesandbox\.io\/embed\/|^stackblitz\.com\//,
    'Code',
  ],
  [
    /^datawrapper\.dwcdn\.net\/|^flo\.uri\.sh\/|^(public\.)?flourish\.studio\/|^ourworldindata\.org\/grapher\/|^(www\.)?google\.com\/maps\/embed|^maps\.google\.com\//,
    'Figure',
  ],
]
const maxAddress = 2_048
const maxTitle = 200

/** Replaces embedded posts, videos and sounds by a quote with a link to them. Other frames, such as advertising, go. */
export function embeds(document: PageDocument, base: string): void {
  for (const frame of document.querySelectorAll('iframe, embed, object')) {
    const found = embedded(addressOf(frame), base)
    if (found) replace(document, frame, found.address, titleOf(frame) ?? found.kind)
  }
  for (const player of document.querySelectorAll('lite-youtube, amp-youtube')) {
    const id = player.getAttribute('videoid') ?? player.getAttribute('data-videoid') ?? ''
    if (/^[\w-]{5,20}$/.test(id)) replace(document, player, watch(id), titleOf(player) ?? 'Video')
  }
  for (const player of document.querySelectorAll('video, audio')) {
    const source = player.getAttribute('src') ?? player.querySelector('source')?.getAttribute('src')
    const address = source ? absolute(source, base) : null
    if (!address) continue
    replace(
      document,
      player,
      address.href,
      titleOf(player) ?? (player.tagName === 'VIDEO' ? 'Video' : 'Audio'),
    )
  }
}

function replace(document: PageDocument, player: PageElement, address: string, text: string): void {
  const quote = document.createElement('blockquote')
  const link = document.createElement('a')
  link.setAttribute('href', address)
  link.textContent = text
  quote.append(link)
  player.replaceWith(quote)
}

const addressOf = (frame: PageElement) =>
  frame.getAttribute('src') ||
  frame.getAttribute('data-src') ||
  frame.getAttribute('data-lazy-src') ||
  frame.getAttribute('data')

function titleOf(frame: PageElement): string | null {
  const title = (
    frame.getAttribute('title') ??
    frame.getAttribute('playlabel') ??
    frame.getAttribute('aria-label') ??
    ''
  ).trim()
  // Players name themselves where the page has no title for the video.
  const isName = title !== '' && title.length <= maxTitle && !/player$|^embed|^(video|audio)$/i.test(title)
  return isName ? title : null
}

function absolute(source: string, base: string): URL | null {
  const url = source.length <= maxAddress ? URL.parse(source, base) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

function embedded(source: string | null, base: string): { address: string; kind: string } | null {
  const url = source ? absolute(source, base) : null
  if (!url) return null
  const place = `${url.hostname}${url.pathname}`
  const kind = frames.find(([pattern]) => pattern.test(place))?.[1]
  return kind ? { address: pageOf(url), kind } : null
}

const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`

/** The page that people open, for players that have one. */
function pageOf(url: URL): string {
  const video =
    /^(?:www\.)?youtube(?:-nocookie)?\.com$/.test(url.hostname) &&
    /^\/embed\/([\w-]+)/.exec(url.pathname)?.[1]
  if (video && video !== 'videoseries') return watch(video)
  const vimeo = url.hostname === 'player.vimeo.com' && /^\/video\/(\d+)/.exec(url.pathname)?.[1]
  if (vimeo) return `https://vimeo.com/${vimeo}`
  const spotify = url.hostname === 'open.spotify.com' && /^\/embed(\/.*)/.exec(url.pathname)?.[1]
  if (spotify) return `https://open.spotify.com${spotify}`
  const post = url.hostname === 'platform.twitter.com' && url.searchParams.get('id')
  if (post && /^\d+$/.test(post)) return `https://x.com/i/status/${post}`
  return url.href
}
