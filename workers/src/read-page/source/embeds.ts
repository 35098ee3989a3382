import { classesOf, type PageDocument, type PageElement, textOf } from '../dom.ts'
import { type Embed, embedAt, pictureOnYouTube, videoOnYouTube } from './embed-sites.ts'
import { marks } from './marks.ts'

const maxAddress = 2_048
const maxTitle = 200
const exactId = /^[\w-]{11}$/
const idOfVideo = /^[\w-]{5,20}$/
/** Attributes in which pages keep the id of a video that a script plays. */
const youTubeNames = [
  'videoid',
  'data-videoid',
  'data-video-id',
  'data-youtube-id',
  'data-yt-id',
  'data-ytid',
  'data-youtube',
]
const youTubePlayers = `lite-youtube, youtube-video, [class*="youtube"], [class*="lite-yt"], ${youTubeNames
  .slice(3)
  .map(name => `[${name}]`)
  .join(', ')}`
const vimeoPlayers = 'lite-vimeo, [data-vimeo-id]'
const visualisations = '.flourish-embed[data-src]'

/**
 * Replaces embedded posts, videos, sounds, code and maps by a link to them, with the picture that the page or the site has of them. The link
 * takes the place of all frames around the player that hold nothing else. Other frames, such as advertising, go.
 */
export function embeds(document: PageDocument, base: string): void {
  const found = new Set<string>()
  const put = (player: PageElement, embed: Embed) => {
    if (!player.parentNode) return
    // Its copy for browsers without scripts.
    const isCopy = found.has(embed.address) && isIn(player, 'NOSCRIPT')
    found.add(embed.address)
    if (isCopy) player.remove()
    else replace(document, player, embed)
  }
  const frames = [...document.querySelectorAll('iframe, frame, embed, object, script[src]')]
  const isSpare = (frame: PageElement) => Number(isIn(frame, 'NOSCRIPT'))
  for (const frame of frames.sort((a, b) => isSpare(a) - isSpare(b))) {
    const embed = embeddedIn(frame, base)
    if (embed && !isOfPost(frame)) put(frame, embed)
  }
  for (const player of document.querySelectorAll(youTubePlayers)) {
    const id =
      youTubeNames.map(name => player.getAttribute(name) ?? '').find(value => idOfVideo.test(value)) ??
      ['data-id', 'data-embed']
        .map(name => player.getAttribute(name) ?? '')
        .find(value => exactId.test(value))
    if (id) put(player, { address: videoOnYouTube(id), kind: 'Video', picture: pictureOnYouTube(id) })
  }
  for (const player of document.querySelectorAll(vimeoPlayers)) {
    const id = player.getAttribute('data-vimeo-id') ?? player.getAttribute('videoid') ?? ''
    if (/^\d{5,12}$/.test(id))
      put(player, { address: `https://vimeo.com/${id}`, kind: 'Video', picture: null })
  }
  for (const figure of document.querySelectorAll(visualisations)) {
    const id = /^(?:visualisation|story)\/\d+/.exec(figure.getAttribute('data-src') ?? '')?.[0]
    if (id) put(figure, { address: `https://flo.uri.sh/${id}/embed`, kind: 'Figure', picture: null })
  }
  for (const player of document.querySelectorAll('video, audio')) {
    const sources = [player, ...player.querySelectorAll('source')].flatMap(element => [
      element.getAttribute('src'),
      element.getAttribute('data-src'),
    ])
    const address = sources.map(source => absolute(source, base)).find(url => url !== null)
    const picture = absolute(player.getAttribute('poster') ?? player.getAttribute('data-poster'), base)
    const kind = player.tagName === 'VIDEO' ? 'Video' : 'Audio'
    if (address) put(player, { address: address.href, kind, picture: picture?.href ?? null })
  }
}

const isIn = (element: PageElement, tagName: string): boolean => {
  const around = element.parentNode
  return around?.nodeType === 1 && (around.tagName === tagName || isIn(around, tagName))
}

/** WordPress puts a frame of a post after a quote with a link to it. */
const isOfPost = (frame: PageElement) =>
  /\bwp-embedded-content\b/.test(classesOf(frame)) && frame.previousElementSibling?.querySelector('a') != null

/** The address may be in any attribute: frames that are loaded late, or after consent, have another one in `src`, or none. */
function embeddedIn(frame: PageElement, base: string): Embed | null {
  if (frame.tagName === 'SCRIPT') {
    const url = absolute(frame.getAttribute('src'), base)
    return url &&
      /^(gist\.github\.com\/[\w-]+(\/\w+)?|asciinema\.org\/a\/\w+)\.js$/.test(
        `${url.hostname}${url.pathname}`,
      )
      ? embedAt(url)
      : null
  }
  const values = [
    frame.getAttribute('src'),
    ...[...frame.attributes].map(({ value }) => value),
    ...[...frame.querySelectorAll('param')].map(param => param.getAttribute('value')),
  ]
  for (const value of values) {
    const url = value && /^\s*(https?:)?\/\//i.test(value) ? absolute(value, base) : null
    const embed = url && embedAt(url)
    if (embed) return embed
  }
  return null
}

function replace(document: PageDocument, player: PageElement, { address, kind, picture }: Embed): void {
  const place = placeOf(player)
  const image = [...place.querySelectorAll('img')].find(each => each.getAttribute('src'))
  const source = image?.getAttribute('src') ?? picture
  const title = titleOf(player) ?? image?.getAttribute('alt')?.trim().slice(0, maxTitle)
  const linked = (content: PageElement | string) => {
    const link = document.createElement('a')
    link.setAttribute('href', address)
    link.append(content)
    return link
  }
  const own = place.tagName === 'FIGURE' ? place.querySelector('figcaption') : null
  const isFigure = Boolean(source || own)
  // A figure holds no other one.
  const isPart = isFigure && isIn(place, 'FIGURE')
  const block = document.createElement(isPart ? 'div' : isFigure ? 'figure' : 'blockquote')
  block.setAttribute(marks.embed, '')
  if (source) {
    const shown = document.createElement('img')
    shown.setAttribute('src', source)
    shown.setAttribute('alt', title || '')
    block.append(linked(shown))
  }
  const words = isFigure ? document.createElement(isPart ? 'p' : 'figcaption') : block
  words.append(linked(title || kind))
  // The page's own caption stays beside the link.
  if (own) words.append(' ', ...own.childNodes)
  if (words !== block) block.append(words)
  place.replaceWith(block)
}

const frame = /^(DIV|P|SPAN|FIGURE|CENTER|SECTION|NOSCRIPT|A)$|-/
/** Children of a frame that holds one player: itself, its picture, its caption, and empty ones. */
const maxChildren = 12

/** The outermost frame around a player that holds nothing else but one picture and, for a figure, a caption. */
function placeOf(player: PageElement): PageElement {
  let place = player
  for (let around = player.parentNode; around?.nodeType === 1; around = around.parentNode) {
    if (!frame.test(around.tagName) || !holdsOnly(around, place)) break
    place = around
    if (around.tagName === 'FIGURE') break
  }
  return place
}

function holdsOnly(around: PageElement, place: PageElement): boolean {
  let [children, images] = [0, place.tagName === 'A' ? 1 : 0]
  for (const child of around.childNodes) {
    children += 1
    if (children > maxChildren) return false
    if (child === place || child.nodeType === 8) continue
    if (child.nodeType === 3 && !child.textContent?.trim()) continue
    if (child.nodeType !== 1) return false
    const element = child as PageElement
    if (/^(FIGCAPTION|BUTTON|SCRIPT|NOSCRIPT|STYLE|BR)$/.test(element.tagName)) continue
    if (
      element.querySelector('iframe, video, audio, object, embed') !== null ||
      element.getAttribute(marks.embed) !== null
    )
      return false
    if (/^(IFRAME|VIDEO|AUDIO|OBJECT|EMBED|HR|H[1-6])$/.test(element.tagName) || textOf(element) !== '')
      return false
    images += element.tagName === 'IMG' ? 1 : [...element.querySelectorAll('img')].length
  }
  return images <= 1
}

function titleOf(frame: PageElement): string | null {
  const names = ['title', 'playlabel', 'data-title', 'aria-label', 'data-video-title']
  const title = (names.map(name => frame.getAttribute(name)).find(Boolean) ?? '').replace(/\s+/g, ' ').trim()
  // Players name themselves where the page has no title for the video.
  const isName =
    title !== '' &&
    title.length <= maxTitle &&
    !/player$|^embed|^(video|audio)$|^(youtube|vimeo|spotify)\b.{0,20}$/i.test(title)
  return isName ? title : null
}

function absolute(source: string | null, base: string): URL | null {
  const url = source && source.length <= maxAddress ? URL.parse(source.trim(), base) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}
