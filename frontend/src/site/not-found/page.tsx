import { buttonClass } from '../../ui/button.tsx'
import type { Meta } from '../page.ts'

export const meta: Meta = { title: 'Page not found', description: 'There is no page at this address.' }

/** The answer to unknown addresses. It searches the help; for people who use the app, its script searches their library. */
export default function NotFound() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-4 pt-[12vh] max-sm:pt-10">
      <p className="font-serif text-quote text-ink-3">404</p>
      <h1 className="text-display max-sm:text-title">
        This page is <mark className="marked">not in the book.</mark>
      </h1>
      <p className="max-w-md text-lead text-ink-2">
        The address may be mistyped, or the page has moved. Perhaps a word leads to it.
      </p>
      <search className="w-full">
        <form action="/help" className="flex flex-wrap items-end gap-2.5">
          <label className="min-w-0 flex-1 basis-64">
            <span data-search-label className="mb-1.5 block font-medium">
              Search the help centre
            </span>
            <input
              type="search"
              name="q"
              required
              autoComplete="off"
              className="h-11 w-full rounded-control border border-edge bg-surface px-3.5"
            />
          </label>
          <button type="submit" className={`${buttonClass('ink')} h-11 max-sm:w-full`}>
            Search
          </button>
        </form>
      </search>
      <p className="text-ink-2">
        Or go{' '}
        <a href="/" className="underlined rounded-[4px] text-ink">
          to the first page
        </a>
        .
      </p>
    </div>
  )
}
