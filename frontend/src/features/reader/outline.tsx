import { cx } from '../../ui/cx.ts'
import type { Heading } from './prepare-article.ts'

/** The headings, left of the text on wide screens. */
export const Outline = ({ headings, current }: { headings: Heading[]; current: string | null }) =>
  headings.length > 1 && (
    <nav
      aria-label="In this article"
      className="fixed top-1/4 right-[calc(50%+var(--column)/2+var(--notes-panel,0px)/2+2rem)] left-[max(0.75rem,calc(50%-var(--column)/2-var(--notes-panel,0px)/2-15rem))] hidden max-h-[60vh] overflow-y-auto text-meta xl:block print:hidden"
    >
      <ul className="flex flex-col gap-0.5 text-right">
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={event => {
                // The heading gets no history entry, so that Back leads to the library.
                event.preventDefault()
                document.getElementById(id)?.scrollIntoView()
              }}
              className={cx(
                'inline-block rounded-[6px] px-2 py-1 text-pretty hover:text-ink',
                level === 3 && 'mr-3',
                id === current ? 'font-semibold text-ink' : 'text-ink-3',
              )}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
