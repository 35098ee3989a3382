import { buttonClass } from '../../ui/button.tsx'
import type { Answer } from './answer.ts'
import { categoryOf } from './answers/answers.ts'
import { Paragraphs } from './paragraphs.tsx'
import { ScreenPicture } from './screen-picture.tsx'

/** One answer, with the other questions of its category beside it. */
export const AnswerArticle = ({ of: answer }: { of: Answer }) => {
  const category = categoryOf(answer)
  return (
    <div className="mt-6 grid gap-x-14 gap-y-14 lg:grid-cols-[minmax(0,40rem)_17rem] lg:justify-between">
      <article>
        <p className="text-meta text-ink-2">
          <a href="/help" className="underlined tappable relative rounded-[4px]">
            Help
          </a>{' '}
          ·{' '}
          <a href={`/help#${category?.id}`} className="underlined tappable relative rounded-[4px]">
            {category?.name}
          </a>
        </p>
        <h1 className="mt-3 text-title text-balance sm:text-display">{answer.question}</h1>
        <div className="mt-6 flex flex-col gap-4 font-serif text-[1.125rem] leading-[1.68]">
          <Paragraphs of={answer} />
        </div>
        {answer.picture && <ScreenPicture of={answer.picture} />}
        {answer.goTo && (
          <p className="mt-8 print:hidden">
            <a href={answer.goTo.href} className={buttonClass('ink')}>
              {answer.goTo.name}
            </a>
          </p>
        )}
        <p className="mt-12 border-t border-line pt-5 text-ink-2 print:hidden">
          Is your question another one?{' '}
          <a href="/help" className="underlined rounded-[4px] text-ink">
            Search the help centre
          </a>{' '}
          or{' '}
          <a href="/support" className="underlined rounded-[4px] text-ink">
            write to support
          </a>
          .
        </p>
      </article>
      <nav aria-label={category?.name} className="print:hidden">
        <h2 className="text-card">{category?.name}</h2>
        <ul className="mt-2 -ml-2.5">
          {category?.answers.map(({ slug, question }) => (
            <li key={slug}>
              <a
                href={`/help/${slug}`}
                aria-current={slug === answer.slug ? 'page' : undefined}
                className="block rounded-control px-2.5 py-1.5 text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:py-3"
              >
                {question}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
