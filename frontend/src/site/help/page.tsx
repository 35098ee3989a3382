import type { Meta, SubPage } from '../page.ts'
import { type Answer, plainText } from './answer.ts'
import { AnswerArticle } from './answer-article.tsx'
import { ANSWERS } from './answers/answers.ts'
import { HelpCentre } from './help-centre.tsx'

export const meta: Meta = {
  title: 'Help',
  description:
    'Answers about saving, searching, tidying up, plans, imports and what to do when something does not work.',
}

/** Characters of a description that search engines show. */
const DESCRIPTION_MAX = 160

/** The beginning of an answer, whole words. */
const descriptionOf = (answer: Answer): string => {
  const text = plainText(answer)
  if (text.length <= DESCRIPTION_MAX) return text
  return `${text.slice(0, DESCRIPTION_MAX - 1).replace(/\s+\S*$/, '')}…`
}

/** An address for each answer. */
export const subPages: readonly SubPage[] = ANSWERS.map(answer => ({
  slug: answer.slug,
  meta: { title: answer.question, description: descriptionOf(answer) },
  Content: () => <AnswerArticle of={answer} />,
}))

export default function Help() {
  return (
    <>
      <h1 className="mt-8 text-display max-sm:text-title">
        How can we <mark className="marked">help?</mark>
      </h1>
      <p className="mt-3 max-w-xl text-lead text-ink-2">
        Short answers to {ANSWERS.length} questions. If yours is not among them,{' '}
        <a href="/support" className="underlined rounded-[4px] text-ink">
          write to us
        </a>
        .
      </p>
      <HelpCentre />
    </>
  )
}
