import { type Random, seeded } from '../random.ts'
import { type Language, languageOf, makeWords, pick } from './language.ts'

/** A page of the made-up web. Its host's name joins words and is no word itself. */
export type Page = { readonly url: string; readonly title: string; readonly host: string }

const WORDS = 50_000
const HOSTS = 4_000
/** The ranks of the words used as tags. The most frequent words are left out. */
const TAG_RANKS = [60, 360] as const
const ENDINGS = ['com', 'com', 'com', 'org', 'net', 'io', 'dev', 'co.uk', 'de', 'fr']
const SECTIONS = ['blog', 'posts', 'articles', 'news', 'archive', 'p']
const ARTICLE_WORDS = 800
const SENTENCES_A_PARAGRAPH = 5

/** The pages, words and tags that the bench's libraries draw from. Every run makes equal ones. */
export type Web = { readonly language: Language; readonly pages: readonly Page[]; readonly tags: Language }

export const createWeb = (pages: number): Web => {
  const language = languageOf(makeWords(WORDS))
  const random = seeded(pages)
  const hosts = Array.from({ length: HOSTS }, () => hostName(language, random))
  const seen = new Set<string>()
  while (seen.size < pages) seen.add(JSON.stringify(makePage(language, hosts, random)))
  return {
    language,
    pages: [...seen].map(text => JSON.parse(text)),
    tags: languageOf(language.words.slice(...TAG_RANKS)),
  }
}

const drawn = (language: Language, random: Random, count: number): string[] =>
  Array.from({ length: count }, () => language.draw(random))

/** A host's name, made of words that are rare in titles. */
const hostName = ({ words }: Language, random: Random): string => {
  const word = () => words[100 + Math.floor(random() ** 2 * 5_000)] ?? 'page'
  const name = random() < 0.6 ? word() + word() : `${word()}-${word()}`
  return `${random() < 0.4 ? 'www.' : random() < 0.1 ? 'blog.' : ''}${name}.${pick(ENDINGS, random)}`
}

const makePage = (language: Language, hosts: readonly string[], random: Random): Page => {
  const words = drawn(language, random, 4 + Math.floor(random() * 7))
  const title = capital(words.join(' '))
  // A few hosts have most of the pages.
  const host = hosts[Math.floor(random() ** 3 * hosts.length)] ?? ''
  const number = Math.floor(random() * 100_000)
  const year = 2008 + Math.floor(random() * 18)
  const slug = words.slice(0, 6).join('-')
  const path = random() < 0.5 ? `${year}/${slug}` : `${pick(SECTIONS, random)}/${slug}-${number}`
  return { url: `https://${host}/${path}`, title, host }
}

/** The paragraphs of the page's article: about 800 words. */
export const paragraphsOf = ({ language }: Web, place: number): string[] => {
  const random = seeded(place * 2_654_435_761)
  const paragraphs: string[] = []
  for (let left = ARTICLE_WORDS; left > 0; ) {
    const sentences = Array.from({ length: SENTENCES_A_PARAGRAPH }, () => {
      const length = 8 + Math.floor(random() * 13)
      left -= length
      return `${capital(drawn(language, random, length).join(' '))}.`
    })
    paragraphs.push(sentences.join(' '))
  }
  return paragraphs
}

/** The note and tags that a person gives to a saved page. */
export const notesOf = (web: Web, random: Random): { note: string | null; tags: string[] } => ({
  note: random() < 0.2 ? capital(drawn(web.language, random, 10).join(' ')) : null,
  tags: [...new Set(drawn(web.tags, random, Math.floor(random() * 4)))],
})

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
