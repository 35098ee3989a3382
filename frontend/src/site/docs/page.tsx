import { API_DESCRIPTION, openApiDocument } from '@lectern/contracts/openapi/document.ts'
import type { Meta } from '../page.ts'
import { Contents } from '../reading/contents.tsx'
import { type Route, RouteEntry } from './route.tsx'
import { Words } from './words.tsx'

export const meta: Meta = {
  title: 'API',
  description:
    'The API of Lectern: save, list, search and change links, notes, collections and tags from programs of your own.',
}

const { paths, tags } = openApiDocument()
const routes: readonly Route[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

const FIELD =
  'h-11 w-full rounded-control border border-edge bg-surface px-3 font-mono text-meta pointer-coarse:text-[1rem]'

/** /docs, for everybody. act.ts sends the examples. */
export default function Docs() {
  return (
    <div className="mt-8 grid gap-x-14 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <Contents
        of={[{ id: 'try', name: 'Try it' }, ...tags.map(({ name }) => ({ id: name.toLowerCase(), name }))]}
      />
      <div className="min-w-0">
        <h1 className="text-display max-sm:text-title">
          Your library, <mark className="marked">from your programs.</mark>
        </h1>
        {API_DESCRIPTION.split('\n\n').map(text => (
          <p key={text} className="mt-4 max-w-2xl text-ink-2">
            <Words of={text} />
          </p>
        ))}
        <p className="mt-4 max-w-2xl text-ink-2">
          The same as an OpenAPI document:{' '}
          <a href="/api/openapi.json" className="underlined rounded-[4px] text-ink">
            openapi.json
          </a>
        </p>
        <section id="try" aria-labelledby="try-title" className="mt-10 scroll-mt-6">
          <h2 id="try-title" className="text-dialog">
            Try it
          </h2>
          <p className="mt-2 max-w-2xl text-ink-2">
            Each example below can be sent from this page, to your own library. It is sent with the token that
            you enter here, or, without one, as the person who is signed in.
          </p>
          <div className="mt-4 max-w-md">
            <label htmlFor="token" className="mb-1.5 block font-medium">
              Token <span className="font-normal text-ink-3">(Optional)</span>
            </label>
            <input id="token" autoComplete="off" spellCheck={false} placeholder="lect_…" className={FIELD} />
            <p className="mt-1.5 text-meta text-ink-3">
              It stays in this page, and is gone when you leave it.
            </p>
          </div>
          <p className="mt-4 flex items-center gap-2.5">
            <input id="changes" type="checkbox" className="size-5 accent-ink" />
            <label htmlFor="changes">Let examples change my library</label>
          </p>
          <noscript>
            <p className="mt-3 text-ink-2">
              Sending needs JavaScript. Everything else can be read without it.
            </p>
          </noscript>
        </section>
        {tags.map(({ name, description }) => (
          <section key={name} aria-labelledby={name.toLowerCase()} className="mt-12">
            <h2 id={name.toLowerCase()} className="scroll-mt-6 text-dialog">
              {name}
            </h2>
            <p className="mt-1 text-ink-2">{description}</p>
            <div className="mt-4 flex flex-col gap-3">
              {routes
                .filter(({ operation }) => operation.tags.includes(name as never))
                .map(route => (
                  <RouteEntry key={route.operation.operationId} route={route} />
                ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}
