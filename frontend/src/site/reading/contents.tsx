type Props = { of: readonly { readonly id: string; readonly name: string }[] }

/** Links to the parts of a long page, beside it on wide screens. */
export const Contents = ({ of: parts }: Props) => (
  <nav aria-label="On this page" className="max-lg:hidden print:hidden">
    <ul className="sticky top-8 -ml-2.5 flex flex-col gap-0.5">
      {parts.map(({ id, name }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block rounded-control px-2.5 py-1.5 text-ink-2 hover:bg-sunken hover:text-ink"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
