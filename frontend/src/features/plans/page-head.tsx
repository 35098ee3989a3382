import { useEffect } from 'react'

type Props = {
  title: string
  description: string
  path: string
  /** Structured data of schema.org. */
  data: object
}

/**
 * The page's description, social tags and structured data, for search engines and previews. React puts the tags into the
 * head while this is mounted. The structured data is a data block, which no browser runs.
 */
export const PageHead = ({ title, description, path, data }: Props) => {
  useEffect(() => {
    const meta = document.querySelector('meta[name=description]')
    const before = meta?.getAttribute('content') ?? ''
    meta?.setAttribute('content', description)
    return () => meta?.setAttribute('content', before)
  }, [description])
  const url = `${location.origin}${path}`
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Lectern" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <script type="application/ld+json">{JSON.stringify(data)}</script>
    </>
  )
}
