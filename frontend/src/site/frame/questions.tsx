import type { ReactNode } from 'react'

export type Question = { readonly question: string; readonly answer: ReactNode }

/** Questions with their answers, in two columns where there is room. */
export const Questions = ({ title, questions }: { title: string; questions: readonly Question[] }) => (
  <section aria-labelledby="questions" className="mt-16">
    <h2 id="questions" className="text-dialog">
      {title}
    </h2>
    <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {questions.map(({ question, answer }) => (
        <div key={question} className="break-inside-avoid">
          <dt className="font-medium">{question}</dt>
          <dd className="mt-1 max-w-md text-ink-2">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
)
