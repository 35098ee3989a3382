import { Search } from 'lucide-react'
import { plainText } from './answer.ts'
import { CATEGORIES, type Category } from './answers/answers.ts'

/** A field that searches all answers, and all questions by category. act.ts shows what is found; without script there is no field. */
export const HelpCentre = () => (
  <>
    <search className="relative mt-7 flex max-w-xl items-center noscript:hidden print:hidden">
      <Search aria-hidden className="pointer-events-none absolute left-3.5 text-ink-3" />
      <input
        id="help-search"
        type="search"
        aria-label="Search the help centre"
        placeholder="Search questions and answers"
        autoComplete="off"
        enterKeyHint="search"
        className="h-12 w-full rounded-control border border-edge bg-surface pr-4 pl-11 text-lead placeholder:text-ink-3 pointer-coarse:text-[1rem]"
      />
    </search>
    <p id="help-status" role="status" className="mt-6 text-ink-2 empty:hidden" />
    <section id="help-found" aria-label="Answers found" hidden className="max-w-2xl">
      <p id="help-nothing" hidden className="mt-2 text-lead">
        Try fewer words, or{' '}
        <a href="/support" className="underlined rounded-[4px] font-medium">
          write to support
        </a>
        : somebody replies within 24 hours.
      </p>
      <ol className="mt-2">{CATEGORIES.flatMap(entriesOf)}</ol>
    </section>
    <div id="help-questions" className="mt-10 gap-x-12 md:columns-2 lg:columns-3">
      {CATEGORIES.map(category => (
        <Questions key={category.id} of={category} />
      ))}
    </div>
  </>
)

/** The answers as the search lists them. Their texts, whole here and cut on the screen, are what it searches. */
const entriesOf = ({ name, answers }: Category) =>
  answers.map(answer => (
    <li
      key={answer.slug}
      data-tags={answer.tags.join(' ')}
      className="relative -mx-3 rounded-control px-3 py-3 hover:bg-sunken"
    >
      <h2 className="text-card">
        <a href={`/help/${answer.slug}`} className="covers-card">
          {answer.question}
        </a>
      </h2>
      <p className="mt-1 line-clamp-2 text-ink-2">{plainText(answer)}</p>
      <p className="mt-1 text-meta text-ink-3">{name}</p>
    </li>
  ))

const Questions = ({ of: { id, name, answers } }: { of: Category }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="mb-10 scroll-mt-6">
    <h2 id={`${id}-title`} className="break-after-avoid text-dialog">
      {name}
    </h2>
    <ul className="mt-3 -ml-2.5">
      {answers.map(({ slug, question }) => (
        <li key={slug} className="break-inside-avoid">
          <a
            href={`/help/${slug}`}
            className="block rounded-control px-2.5 py-1.5 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:py-3"
          >
            {question}
          </a>
        </li>
      ))}
    </ul>
  </section>
)
