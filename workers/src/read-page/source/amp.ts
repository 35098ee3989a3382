import { type PageDocument, type PageElement, rename } from '../dom.ts'

const renamed: Readonly<Record<string, string>> = {
  'amp-img': 'img',
  'amp-anim': 'img',
  'amp-video': 'video',
  'amp-audio': 'audio',
  'amp-iframe': 'iframe',
  'amp-video-iframe': 'iframe',
}

/** Addresses of frames, by the element of AMP and the attribute that says which. */
const frames: readonly (readonly [name: string, attribute: string, address: string])[] = [
  ['amp-youtube', 'data-videoid', 'https://www.youtube.com/embed/'],
  ['amp-vimeo', 'data-videoid', 'https://player.vimeo.com/video/'],
  ['amp-dailymotion', 'data-videoid', 'https://www.dailymotion.com/embed/video/'],
  ['amp-twitter', 'data-tweetid', 'https://platform.twitter.com/embed/Tweet.html?id='],
  ['amp-gist', 'data-gistid', 'https://gist.github.com/'],
  [
    'amp-soundcloud',
    'data-trackid',
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/',
  ],
  ['amp-wistia-player', 'data-media-hashed-id', 'https://fast.wistia.net/embed/iframe/'],
]
const id = /^[\w-]{3,64}$/

/** Gives the elements of AMP, which its script draws, the names that browsers know. */
export function amp(document: PageDocument): void {
  for (const [name, known] of Object.entries(renamed)) {
    for (const element of document.querySelectorAll(name)) {
      // What is shown where the script does not run.
      if (known === 'img') element.replaceChildren()
      rename(document, element, known)
    }
  }
  for (const [name, attribute, address] of frames) {
    for (const element of document.querySelectorAll(name)) {
      const value = element.getAttribute(attribute) ?? ''
      if (id.test(value)) asFrame(document, element, `${address}${value}`)
    }
  }
  for (const post of document.querySelectorAll('amp-instagram[data-shortcode]')) {
    const value = post.getAttribute('data-shortcode') ?? ''
    if (id.test(value)) asFrame(document, post, `https://www.instagram.com/p/${value}/embed/`)
  }
  for (const post of document.querySelectorAll('amp-facebook[data-href]'))
    asFrame(
      document,
      post,
      `https://www.facebook.com/plugins/post.php?href=${encodeURIComponent(post.getAttribute('data-href') ?? '')}`,
    )
}

function asFrame(document: PageDocument, element: PageElement, address: string): void {
  const frame = rename(document, element, 'iframe')
  frame.replaceChildren()
  frame.setAttribute('src', address)
}
