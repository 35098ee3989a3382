import { ORIGIN_PLACEHOLDER } from '@lectern/contracts/public-pages.ts'
import type { PublicPage } from '../page.ts'
import { standsIn } from '../pages.ts'
import { Frame } from './frame.tsx'

/** The built files that a page loads, as addresses. */
export type Assets = {
  readonly styles: readonly string[]
  readonly fonts: readonly string[]
  /** By the folder of their act. */
  readonly scripts: ReadonlyMap<string, string>
}

/** The picture that previews show of every page, made by scripts/draw-social-image.ts. */
const IMAGE = { path: '/social.png', width: 1200, height: 630 }
const IMAGE_TEXT = 'Lectern. Save it now. Read it well. Find it in ten years.'

/** The whole document of a public page. */
export const Document = ({ page, assets }: { page: PublicPage; assets: Assets }) => {
  const { path, Content, act } = page
  const { description, data } = page.meta
  const title = `${page.meta.title} · Lectern`
  const url = `${ORIGIN_PLACEHOLDER}${path}`
  const image = `${ORIGIN_PLACEHOLDER}${IMAGE.path}`
  const scripts = ['frame', act].flatMap(name => (name && assets.scripts.get(name)) || [])
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {standsIn(page) ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={url} />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content="Lectern" />
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:url" content={url} />
            <meta property="og:image" content={image} />
            <meta property="og:image:width" content={String(IMAGE.width)} />
            <meta property="og:image:height" content={String(IMAGE.height)} />
            <meta property="og:image:alt" content={IMAGE_TEXT} />
            <meta name="twitter:card" content="summary_large_image" />
            <meta name="twitter:title" content={title} />
            <meta name="twitter:description" content={description} />
            <meta name="twitter:image" content={image} />
          </>
        )}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7f5f0" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161513" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/icons/192.png" type="image/png" sizes="192x192" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script src="/theme.js" />
        {assets.fonts.map(font => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
        ))}
        {assets.styles.map(style => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {/* A data block, which no browser runs. */}
        {data && <script type="application/ld+json">{JSON.stringify(data)}</script>}
        {scripts.map(script => (
          <script key={script} type="module" src={script} />
        ))}
      </head>
      <body>
        <Frame path={path}>
          <Content />
        </Frame>
      </body>
    </html>
  )
}
