import { seeded, shuffled } from '../random.ts'
import { isArticle } from './articles.ts'
import { FIRST_PAGE } from './first-page.ts'
import { paragraphsOf } from './pages.ts'
import { linkOf, type Shelf } from './shelf.ts'

/** The texts of searches by kind. Each text finds at least one link. */
type Searches = Readonly<Record<Kind, readonly string[]>>

export const KINDS = [
  'common word',
  'rare word',
  'url word',
  'inner substring',
  'prefix',
  '#tag',
  'two terms',
] as const
type Kind = (typeof KINDS)[number]

/** Most texts of each kind. */
const TEXTS = 200
/** A word is common if at least COMMON_SHARE of the links have it, and rare if at most RARE_LINKS links have it. */
const COMMON_SHARE = 0.01
const RARE_LINKS = 10

export const searchPath = (text: string): string => `${FIRST_PAGE}&q=${encodeURIComponent(text)}`

/** Draws searches of every kind from a library's links and articles. A library always gives equal searches. */
export const searchesOf = (shelf: Shelf): Searches => {
  const { inTitles, anywhere, hosts, tags, pairs } = wordsOf(shelf)
  const links = shelf.pages.length
  const words = [...anywhere]
  const usual = [...inTitles].filter(([word, count]) => word.length >= 7 && count >= 2).map(([word]) => word)
  const some = (texts: readonly string[]) =>
    shuffled([...new Set(texts)], seeded(texts.length)).slice(0, TEXTS)
  return {
    'common word': some(
      [...inTitles]
        .filter(([word, count]) => word.length >= 3 && count >= links * COMMON_SHARE)
        .map(([word]) => word),
    ),
    'rare word': some(words.filter(([, count]) => count <= RARE_LINKS).map(([word]) => word)),
    'url word': some(hosts),
    'inner substring': some(usual.map(word => word.slice(1, 6))),
    prefix: some(usual.map(word => word.slice(0, 4))),
    '#tag': some(tags.map(tag => `#${tag}`)),
    'two terms': some(pairs),
  }
}

/** Counts the links that have each word in the title, and anywhere. */
const wordsOf = (shelf: Shelf) => {
  const inTitles = new Map<string, number>()
  const anywhere = new Map<string, number>()
  const hosts = new Set<string>()
  const tagged = new Set<string>()
  const pairs: string[] = []
  const placeOf = new Map(shelf.web.pages.map((page, place) => [page, place]))
  shelf.pages.forEach((page, place) => {
    const { title, note, tags } = linkOf(shelf, place)
    const titleWords = wordsIn(title)
    const inArticle = placeOf.get(page) ?? 1
    const article = isArticle(inArticle) ? paragraphsOf(shelf.web, inArticle).join(' ') : ''
    count(inTitles, titleWords)
    count(anywhere, [...titleWords, ...wordsIn(`${note ?? ''} ${article}`), ...tags])
    hosts.add(page.host.replace(/^(www|blog)\./, '').replace(/\..*$/, ''))
    for (const tag of tags) tagged.add(tag)
    const [first, second] = titleWords.filter(word => word.length >= 4)
    if (first !== undefined && second !== undefined) pairs.push(`${first} ${second}`)
  })
  return { inTitles, anywhere, hosts: [...hosts], tags: [...tagged], pairs }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

const count = (counts: Map<string, number>, words: readonly string[]): void => {
  for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
}
