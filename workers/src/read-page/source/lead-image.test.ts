import { describe, expect, test } from 'vitest'
import { parsePage, tidySource } from '../parse.ts'
import { leadImage } from './lead-image.ts'

const named = 'https://cdn.daily.example/2024/harbour-fog-1200x630.jpg?v=2'
const image = '<img src="/img/harbour-fog-800x600.jpg">'

/** The article `<p>a</p>` after what the header shows was put back. */
function articleOf(header: string, address: string | null = named, article = '<p>a</p>'): string {
  const document = parsePage(tidySource(`<body><header>${header}</header><main>${article}</main></body>`))
  const lead = leadImage(document, address)
  const main = document.querySelector('main')
  if (!main) throw new Error('no article')
  lead.putBack(main)
  return main.innerHTML
}

describe('the lead image', () => {
  test.each([
    ['alone', image, `<figure>${image}</figure><p>a</p>`],
    [
      'with its figure',
      `<figure>${image}<figcaption>Fog</figcaption></figure>`,
      `<figure>${image}<figcaption>Fog</figcaption></figure><p>a</p>`,
    ],
  ])('comes back %s', (_, header, article) => {
    expect(articleOf(header)).toBe(article)
  })

  test.each([
    ['the article has it', image, named, `<p>a</p>${image}`],
    ['the page does not show it', '<img src="/other-boats.jpg">', named, '<p>a</p>'],
    ['the page names none', image, null, '<p>a</p>'],
    ['it is the logo of the site', '<img src="/logo.png">', 'https://daily.example/logo.png', '<p>a</p>'],
  ])('stays away where %s', (_, header, address, article) => {
    expect(articleOf(header, address, article)).toBe(article)
  })
})
