import { LegalDocument } from '../legal/legal-document.tsx'
import type { Meta } from '../page.ts'
import { PRIVACY } from './sections.tsx'

export const meta: Meta = {
  title: 'Privacy policy',
  description: 'What Lectern keeps about you, where, for how long, and how it is deleted.',
}

export default function Privacy() {
  return (
    <LegalDocument
      title="Privacy policy"
      lead="What is kept about you, where, for how long, and how it is deleted."
      sections={PRIVACY}
    />
  )
}
