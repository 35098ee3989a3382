import { classesOf, type PageElement, textOf } from '../dom.ts'

const minCards = 3
/** In UTF-16 units. */
const maxCard = 600
const maxShare = 0.6

/**
 * Cards that lead to other pages: three or more elements of the same name and class, each with a heading that is a link, and a short
 * text. Where they are most of the text, the page is a list and they are its content.
 */
export function teasers(article: PageElement): PageElement[] {
  const headings = [...article.querySelectorAll('h1, h2, h3, h4, h5')]
  const ranks = ranksAround(headings)
  const kinds = new Map<string, PageElement[]>()
  for (const heading of headings) {
    const card = isLink(heading) ? cardOf(heading, article, ranks) : null
    if (!card) continue
    const kind = `${card.tagName} ${classesOf(card)}`
    const cards = kinds.get(kind) ?? []
    cards.push(card)
    kinds.set(kind, cards)
  }
  const found = [...kinds.values()].filter(cards => cards.length >= minCards).flat()
  const length = found.reduce((sum, card) => sum + textOf(card).length, 0)
  return length <= textOf(article).length * maxShare ? found : []
}

function isLink(heading: PageElement): boolean {
  const link = heading.parentNode?.tagName === 'A' ? heading.parentNode : heading.querySelector('a')
  return (
    link !== null && textOf(link) === textOf(heading) && !(link.getAttribute('href') ?? '#').startsWith('#')
  )
}

type Ranks = ReadonlyMap<PageElement, ReadonlyMap<string, number>>

/** How many headings of each rank an element holds. */
function ranksAround(headings: readonly PageElement[]): Ranks {
  const ranks = new Map<PageElement, Map<string, number>>()
  for (const { tagName, parentNode } of headings) {
    for (let around = parentNode; around; around = around.parentNode) {
      const counts = ranks.get(around) ?? new Map<string, number>()
      ranks.set(around, counts.set(tagName, (counts.get(tagName) ?? 0) + 1))
    }
  }
  return ranks
}

/** The largest element around a heading that has a class and no other heading of its rank. */
function cardOf(heading: PageElement, article: PageElement, ranks: Ranks): PageElement | null {
  let card: PageElement | null = null
  for (let around = heading.parentNode; around && around !== article; around = around.parentNode) {
    if (ranks.get(around)?.get(heading.tagName) !== 1) break
    if (textOf(around).length > maxCard) return null
    if (classesOf(around) !== '') card = around
  }
  return card
}
