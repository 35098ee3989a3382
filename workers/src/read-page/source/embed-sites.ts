/**
 * Frames that hold something to read, see or hear, by host and path, and what a reader calls it. From the lists of Mozilla's Readability,
 * Miniflux, Graby and Defuddle, and the embedding guides of the sites.
 */
const frames: readonly (readonly [RegExp, string])[] = [
  [
    /^(www\.|m\.)?youtube(-nocookie)?\.com\/(embed|v|live|shorts)\/|^player\.vimeo\.com\/|^vimeo\.com\/(event|showcase)\/.*embed|^(www\.|geo\.)?dailymotion\.com\/(embed|player)|^(www\.|embed\.)ted\.com\/|^player\.twitch\.tv\/|^clips\.twitch\.tv\/embed|^fast\.wistia\.(net|com)\/embed\/|^players\.brightcove\.net\/|^(cdn|content)\.jwplatform\.com\/players\/|^cdn\.jwplayer\.com\/players\/|^play\.vidyard\.com\/|^(www\.)?loom\.com\/embed\/|^streamable\.com\/[eos]\/|^rumble\.com\/embed\/|^odysee\.com\/\$\/embed\/|^player\.bilibili\.com\/|^v\.qq\.com\/(iframe|txp)\/|^player\.youku\.com\/embed\/|^rutube\.ru\/play\/embed\/|^vk(video)?\.(com|ru)\/video_ext|^ok\.ru\/videoembed\/|^coub\.com\/embed\/|^archive\.org\/embed\/|^(upload|commons)\.wikimedia\.org\/|^(www\.)?facebook\.com\/plugins\/video|^iframe\.(mediadelivery|cloudflarestream)\.(net|com)\/|\/videos\/embed\//,
    'Video',
  ],
  [
    /^open\.spotify\.com\/embed|^(podcasters\.spotify|anchor)\.(com|fm)\/.*embed|^w\.soundcloud\.com\/player|^bandcamp\.com\/EmbeddedPlayer|^embed\.(podcasts|music)\.apple\.com\/|^(player|playlist)\.megaphone\.fm\/|^player\.simplecast\.com\/|^(html5-player|play)\.libsyn\.com\/|^(www\.)?buzzsprout\.com\/|^(embed|player)\.acast\.com\/|^art19\.com\/shows\/|^omny\.fm\/.*embed|^share\.transistor\.fm\/e\/|^widget\.deezer\.com\/|^(www|player-widget)\.mixcloud\.com\/|^(www\.)?npr\.org\/player\/embed|^embed\.tidal\.com\//,
    'Audio',
  ],
  [
    /^platform\.twitter\.com\/embed\/|^(www\.)?instagram\.com\/.*\/embed|^(www\.)?facebook\.com\/plugins\/(post|comment)|^(www\.)?tiktok\.com\/(embed|player)|^(www\.)?redditmedia\.com\/|^embed\.reddit\.com\/|^embed\.bsky\.app\/|^(www\.)?threads\.(net|com)\/.*\/embed|^(www\.)?linkedin\.com\/embed\/|^assets\.pinterest\.com\/ext\/embed|^[\w.-]+\/@[\w.@-]+\/\d+\/embed/,
    'Post',
  ],
  [
    /^codepen\.io\/.*\/embed\/|^jsfiddle\.net\/.*\/embedded|^codesandbox\.io\/(embed|p)\/|^stackblitz\.com\/|^glitch\.com\/embed|^jsbin\.com\/.*\/embed|^observablehq\.com\/embed\/|^runkit\.com\/e\/|^carbon\.now\.sh\/embed|^gist\.github\.com\/|^asciinema\.org\/a\/|^(www\.)?kaggle\.com\/embed\/|^repl(it|\.it)\b.*|^play\.golang\.org\/p\//,
    'Code',
  ],
  [
    /^(www\.)?google\.[a-z.]{2,6}\/maps\/|^maps\.google\.|^(www\.)?openstreetmap\.org\/export\/embed|^umap\.openstreetmap\.fr\/|^([\w-]+\.)?arcgis\.com\/(apps|home)\/|^(www\.)?bing\.com\/maps\/embed|^yandex\.(ru|com)\/map-widget\//,
    'Map',
  ],
  [
    /^datawrapper\.dwcdn\.net\/|^flo\.uri\.sh\/|^(public\.)?flourish\.studio\/|^ourworldindata\.org\/grapher\/|^e\.infogram\.com\/|^public\.tableau\.com\/views\/|^([\w-]+\.)?plotly\.com\/~|^(www\.)?desmos\.com\/calculator\/|^(www\.)?geogebra\.org\/|^sketchfab\.com\/models\/|^(www\.)?giphy\.com\/embed\/|^tenor\.com\/embed\/|^embed\.gettyimages\.com\/|^imgur\.com\/.*\/embed|^(www\.)?figma\.com\/embed|^miro\.com\/app\/(live-)?embed/,
    'Figure',
  ],
  [
    /^docs\.google\.com\/(presentation|spreadsheets|document)\/|^drive\.google\.com\/file\/|^(www\.)?slideshare\.net\/slideshow\/embed|^speakerdeck\.com\/player\/|^(www\.)?scribd\.com\/embeds\/|^(e\.)?issuu\.com\/|^view\.officeapps\.live\.com\/|^embed\.documentcloud\.org\/|^(www\.)?documentcloud\.org\/documents\/|^prezi\.com\/.*embed/,
    'Document',
  ],
]
/** Frames of other sites that say in their address that they are made to be embedded. */
const embeddable = /\/(embed|embeds|embedded|iframe-?embed)(\/|\.|$)/i
const offers =
  /subscri|newsletter|sign-?up|comment|widget|\bads?\b|doubleclick|consent|login|captcha|(^|\.)substack\.com|mailchi/i

export type Embed = {
  readonly address: string
  readonly kind: string
  /** The address of its picture, where the site has one for each. */
  readonly picture: string | null
}

/** What a frame's address holds; null for advertising, forms and other frames. */
export function embedAt(url: URL): Embed | null {
  const place = `${url.hostname}${url.pathname}`
  const kind = frames.find(([pattern]) => pattern.test(place))?.[1]
  if (kind) return { address: pageOf(url), kind, picture: pictureOf(url) }
  if (!embeddable.test(url.pathname) || offers.test(place.slice(0, 500))) return null
  return { address: url.href, kind: `Embedded from ${url.hostname.replace(/^www\./, '')}`, picture: null }
}

export const videoOnYouTube = (id: string): string => `https://www.youtube.com/watch?v=${id}`
export const pictureOnYouTube = (id: string): string => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`

const youTubeId = (url: URL) => {
  const id =
    /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/.test(url.hostname) &&
    /^\/(?:embed|v|live|shorts)\/([\w-]+)/.exec(url.pathname)?.[1]
  return id && !/^(videoseries|live_stream)$/.test(id) ? id : null
}

const pictureOf = (url: URL): string | null => {
  const id = youTubeId(url)
  return id ? pictureOnYouTube(id) : null
}

/** Pages that people open, by host and path of their players. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^player\.vimeo\.com\/video\/(\d+)/, 'https://vimeo.com/$1'],
  [/^open\.spotify\.com\/embed\/(.*)/, 'https://open.spotify.com/$1'],
  [/^(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/, 'https://www.dailymotion.com/video/$1'],
  [/^(?:www\.)?loom\.com\/embed\/(\w+)/, 'https://www.loom.com/share/$1'],
  [/^streamable\.com\/[eos]\/(\w+)/, 'https://streamable.com/$1'],
  [/^(?:www\.)?instagram\.com\/(p|reel|tv)\/([\w-]+)\//, 'https://www.instagram.com/$1/$2/'],
  [
    /^embed\.bsky\.app\/embed\/(did:[\w:.-]+)\/app\.bsky\.feed\.post\/(\w+)/,
    'https://bsky.app/profile/$1/post/$2',
  ],
  [/^(?:www\.)?redditmedia\.com\/(r\/.*)/, 'https://www.reddit.com/$1'],
  [/^embed\.reddit\.com\/(r\/.*)/, 'https://www.reddit.com/$1'],
  [/^codepen\.io\/([^/]+)\/(?:preview\/)?embed\/(?:preview\/)?(\w+)/, 'https://codepen.io/$1/pen/$2'],
  [/^(?:www\.)?giphy\.com\/embed\/(\w+)/, 'https://giphy.com/gifs/$1'],
  [/^gist\.github\.com\/([\w-]+(?:\/\w+)?)(?:\.js|\.pibb)$/, 'https://gist.github.com/$1'],
  [/^asciinema\.org\/a\/(\w+)/, 'https://asciinema.org/a/$1'],
]

/** The page that people open, for players that have one. */
function pageOf(url: URL): string {
  const video = youTubeId(url)
  if (video) return videoOnYouTube(video)
  const list = /youtube/.test(url.hostname) && url.searchParams.get('list')
  if (list && /^[\w-]{5,60}$/.test(list)) return `https://www.youtube.com/playlist?list=${list}`
  const post = url.hostname === 'platform.twitter.com' && url.searchParams.get('id')
  if (post && /^\d+$/.test(post)) return `https://x.com/i/status/${post}`
  const named =
    /facebook\.com$|soundcloud\.com$/.test(url.hostname) &&
    (url.searchParams.get('href') ?? url.searchParams.get('url'))
  const target = named ? URL.parse(named) : null
  if (
    target &&
    /^https?:$/.test(target.protocol) &&
    /^(www\.)?(facebook|soundcloud)\.com$/.test(target.hostname)
  )
    return target.href
  const place = `${url.hostname}${url.pathname}`
  for (const [pattern, page] of pages) {
    const [found] = pattern.exec(place) ?? []
    if (found) return found.replace(pattern, page)
  }
  return url.href
}
