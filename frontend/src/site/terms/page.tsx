import { LegalDocument } from '../legal/legal-document.tsx'
import type { Meta } from '../page.ts'
import { TERMS } from './sections.tsx'

export const meta: Meta = {
  title: 'Terms',
  description:
    'The rules between you and the operator: plans, refunds, availability and what is not allowed.',
}

export default function Terms() {
  return (
    <LegalDocument
      title="Terms"
      lead="The rules between you and us, in words that can be read."
      sections={TERMS}
    />
  )
}
