import { PLANS } from '@lectern/contracts/plans.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { PRIVACY } from '../privacy/sections.tsx'
import { TERMS } from '../terms/sections.tsx'
import { LegalDocument } from './legal-document.tsx'

const pageOf = (sections: typeof PRIVACY) => {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<LegalDocument title="Title" lead="Lead" sections={sections} />)
  return page
}

const blanksOf = (page: HTMLElement) =>
  [...page.querySelectorAll('[data-fill]')].map(each => each.textContent)

describe.each([
  [
    'The privacy policy',
    PRIVACY,
    ['name of the operator', 'postal address of the operator', 'law on data protection that applies'],
  ],
  [
    'The terms',
    TERMS,
    ['name of the operator', 'postal address of the operator', 'country whose law applies'],
  ],
] as const)('%s', (_name, sections, needed) => {
  const page = pageOf(sections)

  test('marks every place that the operator completes, and nothing else looks like one', () => {
    const blanks = page.textContent.match(/\[[^\]]+\]/g)
    expect(blanks).toEqual(blanksOf(page))
    expect(blanks).toEqual(expect.arrayContaining(needed.map(place => `[${place}]`)))
  })

  test('says that it is a template', () => {
    expect(page.querySelector('[role=note]')?.textContent).toContain('This text is a template.')
  })

  test('has a table of contents that leads to each section', () => {
    const leads = [...page.querySelectorAll('nav a')].map(link => link.getAttribute('href'))
    expect(leads).toEqual(sections.map(({ id }) => `#${id}`))
    expect(leads.filter(lead => page.querySelector(lead ?? '') === null)).toEqual([])
  })
})

test('The terms name the rules of the service.', () => {
  const { textContent } = pageOf(TERMS)
  for (const rule of [
    'at most 3 free accounts may be created in 30 days',
    '99.9 % of the time',
    'within 30 days of the payment',
    'accounts that have it keep it without a limit',
  ])
    expect(textContent).toContain(rule)
  for (const { price } of [PLANS.basic, PLANS.pro, PLANS.ultra])
    expect(textContent).toContain(`$${price} paid once`)
})
