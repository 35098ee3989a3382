import { LEGAL_PLACEHOLDERS } from '@lectern/contracts/public-pages.ts'
import { expect, it } from 'vitest'
import { type LegalSettings, withLegalFacts } from './legal-facts.ts'

const { operator, endingNotice, changeNotice, law } = LEGAL_PLACEHOLDERS
const PAGE = `It is offered by ${operator}. We may end it ${endingNotice}. We tell you ${changeNotice} a change. ${law}`

it.each<[LegalSettings, string]>([
  [
    {},
    'It is offered by the operator of this site. We may end it with notice. We tell you before a change. ',
  ],
  [
    {
      operatorName: 'Ann & Sons',
      operatorAddress: 'Main Street 1, <Town>',
      governingLaw: 'France',
      noticeDays: 30,
    },
    'It is offered by Ann &#38; Sons, Main Street 1, &#60;Town&#62;. We may end it with notice of 30 days. We tell you 30 days before a change. The law of France applies, and its courts decide.',
  ],
  [
    { operatorAddress: "$& Main Street 1'", noticeDays: 1 },
    'It is offered by the operator of this site, $&#38; Main Street 1&#39;. We may end it with notice of 1 day. We tell you 1 day before a change. ',
  ],
])('%j completes the sentences', (settings, text) => {
  expect(withLegalFacts(PAGE, settings)).toBe(text)
})
