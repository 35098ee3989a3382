import type { PageElement } from './dom.ts'

const blockTags = new Set(
  'P DIV LI UL OL DL DT DD H1 H2 H3 H4 H5 H6 SECTION ARTICLE HEADER FOOTER ASIDE BLOCKQUOTE PRE TABLE TR TD FIGURE'.split(
    ' ',
  ),
)
/** Elements that always belong to the article. */
const kept = new Set(['PRE', 'TABLE', 'FIGURE', 'BLOCKQUOTE', 'DL'])

/** Short blocks of the site itself, such as notices and calls to action. */
const chrome = [
  /^(advert(isement)?s?|sponsored( content)?|skip to( main)? content|loading\W*|image|caption|close|comments?|share|print|email|home|updated)$/i,
  /^(continue reading|story continues|article continues|(this )?story continues below|scroll (down )?(for|to))/i,
  /^(post|leave|add|view) (a )?comments?/i,
  /^(share|like) this (story|article|post)|^(like|enjoyed?) this (story|article|post)\?|^tell us what you think/i,
  /^(click|tap) here (to|for)\b|^get the .{1,40} app\b/i,
  /^this (slideshow|site|page|video) requires javascript/i,
  /^this (web)?site uses cookies/i,
  /^(©|\(c\)|copyright\b).{0,120}$|all rights reserved\.?$/i,
  /^have a (news )?tip\b|^if you have a (news )?tip\b/i,
  /^this (post|article) (may )?contains? affiliate/i,
  /^the contents of this site are/i,
]
/** Lines that ask for an e-mail address or a subscription. */
const newsletter =
  /\b(sign ?up|subscribe|get|delivered|join|receive)\b.*\b(newsletters?|inbox|mailing list|breaking news|alerts|letterbox)\b|\bnewsletters?\b.*\b(sign ?up|subscribe|inbox)\b|^breaking news emails?$|^(subscribe|sign up|sign in)( now| today)?\W*$/i
/** Lines that lead to other pages or head a list of them. */
const elsewhere =
  /^(read|see|watch|learn|find out)( the)? (more|also|next|full)\b|^related\b[^.]{0,40}:|^(see|read|also) (also|on)\b|^also on\b|^more( from| on| stories| in)?\b.{0,30}:?$|^don['’]t miss\b|^(you (may|might)( also)? (like|be interested)|recommended|trending|most (read|popular)|related( (articles|stories|content|posts|links|news|coverage))?|read next|up next|latest news|further reading on)\b.{0,30}$|^want more stories\b/i
const dateLine =
  /^(first )?(published|posted|updated|last (modified|updated))\b.{0,80}\d|^\W*(updated:?\s*)?(\d{1,2}:\d{2}\s*([ap]m)?.{0,12})?\W*((mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\.?,?\s*)?((jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{1,2}|\d{1,2}\.?\s+(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{4}-\d{2}-\d{2}).{0,40}$/i

export type Surroundings = {
  readonly url: string
  readonly title: string | null
  readonly byline: string | null
}

/**
 * Removes parts of the site that Readability leaves: navigation, dates and names above the text (kept as facts), newsletter
 * boxes, lines and lists that lead to other pages of the site, notes below the text. A doubtful block stays.
 */
export function clean(article: PageElement, { url, title, byline }: Surroundings): void {
  const blocks = leafBlocks(article)
  const total = length(article)
  // A short page has too little prose to tell the text from the site.
  if (total < 600) return
  const isProse = (block: PageElement) => textOf(block).length > 100 && linkShare(block) < 0.4
  const firstProse = blocks.findIndex(isProse)
  const lastProse = blocks.findLastIndex(isProse)
  const host = hostOf(url)
  const isNavigation = rememberedByParent(item => isListOfOwnPages(item, host))
  const removed = new Set<PageElement>()

  for (const [index, block] of blocks.entries()) {
    const text = textOf(block)
    if (text === '' || text.length > 400 || isKept(block)) continue
    const above = index < firstProse
    const below = index > lastProse
    const isLink = linkShare(block) > 0.9
    const isItem = block.tagName === 'LI'
    if (
      (text.length < 250 && (chrome.some(line => line.test(text)) || newsletter.test(text))) ||
      (text.length < 160 && elsewhere.test(text)) ||
      ((above || below) && text.length < 160 && dateLine.test(text)) ||
      (above && text.length < 200 && isAboveText(block, text, title, byline, isLink)) ||
      (below && byline !== null && isAboutAuthor(text, byline)) ||
      (isLink && !isItem && text.length < 200 && leadsTo(block, host)) ||
      (isLink && isItem && isNavigation(block))
    ) {
      removed.add(block)
    }
  }
  removeBlocks(article, removed)
}

/** Blocks that contain no other block, in document order. */
function leafBlocks(article: PageElement): PageElement[] {
  const leaves: PageElement[] = []
  const hasBlock = (element: PageElement): boolean => {
    let inner = false
    for (const child of element.children) inner = hasBlock(child) || inner
    const isBlock = blockTags.has(element.tagName)
    if (isBlock && !inner) leaves.push(element)
    return isBlock || inner
  }
  hasBlock(article)
  return leaves
}

function isKept(block: PageElement): boolean {
  if (block.querySelector('img, picture, pre, code') !== null) return true
  for (let element: PageElement | null = block; element; element = element.parentNode) {
    if (kept.has(element.tagName)) return true
  }
  return false
}

const textOf = (element: PageElement) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
const length = (element: PageElement) => textOf(element).length

/** The share of a block's text that is in links, 0 to 1. */
function linkShare(block: PageElement): number {
  const all = length(block)
  if (block.tagName === 'A') return 1
  let linked = 0
  for (const link of block.querySelectorAll('a')) linked += length(link)
  return all === 0 ? 0 : linked / all
}

const hostOf = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''

/** Whether a block has links and all of them go to pages of the site. */
function leadsTo(block: PageElement, host: string, base = `https://${host}/`): boolean {
  const links = [...block.querySelectorAll('a')]
  return (
    links.length > 0 &&
    links.every(link => hostOf(URL.parse(link.getAttribute('href') ?? '', base)?.href ?? '') === host)
  )
}

/** A list is navigation if all its items are short links to pages of the site; other lists of links may be the article. */
function isListOfOwnPages(item: PageElement, host: string): boolean {
  const items = [...(item.parentNode?.children ?? [])]
  return items.every(sibling => linkShare(sibling) > 0.9 && length(sibling) < 120 && leadsTo(sibling, host))
}

function isAboveText(
  block: PageElement,
  text: string,
  title: string | null,
  byline: string | null,
  isLink: boolean,
): boolean {
  if (/^by\b.{1,80}$/i.test(text) && !/[.!?]$/.test(text)) return true
  if (byline !== null && text.replace(/^by:?\s+/i, '') === byline) return true
  if (title !== null && (text === title || text.endsWith(title))) return true
  return isLink || /^https?:\S+$/.test(text) || (block.tagName === 'LI' && text.length < 30)
}

const isAboutAuthor = (text: string, byline: string): boolean =>
  text === byline || (text.startsWith(byline) && /^.{1,60} (is|was|has|covers|writes|reports)\b/.test(text))

/** Asks once for each parent, so that a long list costs no square. */
function rememberedByParent(ask: (item: PageElement) => boolean): (item: PageElement) => boolean {
  const answers = new Map<PageElement | null, boolean>()
  return item => {
    const answer = answers.get(item.parentNode) ?? ask(item)
    answers.set(item.parentNode, answer)
    return answer
  }
}

/** Removes blocks and the elements that become empty. Returns whether it found any. */
function removeBlocks(element: PageElement, removed: ReadonlySet<PageElement>): boolean {
  let found = false
  for (const child of [...element.children]) {
    const isRemoved = removed.has(child)
    if (!isRemoved && !removeBlocks(child, removed)) continue
    found = true
    if (isRemoved || (length(child) === 0 && child.querySelector('img, picture') === null)) child.remove()
  }
  return found
}
