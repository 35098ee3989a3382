import type { ImportPreview } from '@lectern/contracts/api/imports.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { useShownHost } from '../../lib/hosts.ts'

const ROWS = 5
const TAGS = 12

export const PreviewTags = ({ preview: { tags, tagCount } }: { preview: ImportPreview }) =>
  tags.length > 0 && (
    <p className="mt-6 text-meta text-ink-2">
      <span className="font-semibold text-ink">{formatCount(tagCount)} tags: </span>
      {tags.slice(0, TAGS).map(tag => (
        <span key={tag} dir="auto" className="mr-2.5 inline-block max-w-full break-words">
          #{tag}
        </span>
      ))}
      {tagCount > TAGS && <span>+{formatCount(tagCount - TAGS)}</span>}
    </p>
  )

/** The first articles, so that a person sees that the file is read as it should be. */
export const PreviewRows = ({ preview: { articles } }: { preview: ImportPreview }) =>
  articles.length > 0 && (
    <section aria-labelledby="first-articles" className="mt-6">
      <h2 id="first-articles" className="mb-1 font-sans text-meta font-semibold">
        The first articles of the file
      </h2>
      <ul>
        {articles.slice(0, ROWS).map((article, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses may repeat, and the list never changes
          <PreviewRow key={index} article={article} />
        ))}
      </ul>
    </section>
  )

const PreviewRow = ({ article }: { article: ImportPreview['articles'][number] }) => {
  const { url, title, savedAt, collection } = article
  const host = useShownHost(url)
  return (
    <li className="border-t border-line py-2.5">
      <p dir="auto" className="truncate font-serif text-lead font-[550]">
        {title || host}
      </p>
      <p className="truncate text-meta text-ink-2">
        {[host, savedAt && formatDate(savedAt), collection].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}
