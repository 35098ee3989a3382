import { PLANS } from '@lectern/contracts/plans.ts'
import { LEGAL_PLACEHOLDERS } from '@lectern/contracts/public-pages.ts'
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

const { operator, endingNotice, changeNotice, law } = LEGAL_PLACEHOLDERS

describe.each([
  ['The privacy policy', PRIVACY, [operator, changeNotice]],
  ['The terms', TERMS, [operator, endingNotice, law, changeNotice]],
] as const)('%s', (_name, sections, settings) => {
  const page = pageOf(sections)

  test('has no blanks but what the settings of the operator fill in', () => {
    expect(page.textContent.match(/\[[^\]]+\]/g)).toEqual(settings)
    expect(page.querySelector('mark')).toBeNull()
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
