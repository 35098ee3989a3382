import type { ReactNode } from 'react'
import { Contents } from '../reading/contents.tsx'

export type Section = { readonly id: string; readonly name: string; readonly body: ReactNode }

type Props = { title: string; lead: string; sections: readonly Section[] }

/** A legal text: a title, a sentence, numbered sections, and a table of contents on wide screens. */
export const LegalDocument = ({ title, lead, sections }: Props) => (
  <div className="mt-8 grid gap-x-14 lg:grid-cols-[13rem_minmax(0,42rem)]">
    <Contents of={sections} />
    <article>
      <h1 className="text-title sm:text-display">{title}</h1>
      <p className="mt-4 text-lead text-ink-2">{lead}</p>
      {sections.map(({ id, name, body }, index) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-10 scroll-mt-6">
          <h2 id={`${id}-title`} className="text-dialog">
            {index + 1}. {name}
          </h2>
          <div className="mt-3 flex flex-col gap-3.5 font-serif text-[1.0625rem] leading-[1.65]">{body}</div>
        </section>
      ))}
    </article>
  </div>
)

type KeptProps = { of: readonly (readonly [what: string, forHowLong: ReactNode])[] }

/** What is kept, and for how long. */
export const Kept = ({ of: rows }: KeptProps) => (
  <dl className="flex flex-col border-t border-line">
    {rows.map(([what, forHowLong]) => (
      <div
        key={what}
        className="grid gap-x-6 gap-y-1 border-b border-line py-3 break-inside-avoid sm:grid-cols-[13rem_minmax(0,1fr)]"
      >
        <dt className="font-sans text-ui leading-6 font-medium">{what}</dt>
        <dd>{forHowLong}</dd>
      </div>
    ))}
  </dl>
)
