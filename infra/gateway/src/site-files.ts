import type { FastifyInstance } from 'fastify'
import type { SiteFacts } from './public-pages.ts'

const DAY_MS = 86_400_000
/** Less than the year that RFC 9116 advises at most. */
const SECURITY_DAYS = 300

/** The start of a day, so that the file is the same all day. */
const expiryFrom = (now: number): string =>
  new Date(Math.floor(now / DAY_MS + SECURITY_DAYS) * DAY_MS).toISOString().replace('.000Z', 'Z')

/** Serves what search engines and finders of faults look for at fixed addresses. @param paths the public pages */
export const serveSiteFiles = (
  app: FastifyInstance,
  { origin, supportEmail }: SiteFacts,
  paths: readonly string[],
): void => {
  const urls = paths.map(path => `  <url><loc>${origin}${path}</loc></url>\n`).join('')
  const files: Record<string, readonly [type: string, body: () => string]> = {
    '/sitemap.xml': [
      'application/xml',
      () =>
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`,
    ],
    '/robots.txt': [
      'text/plain',
      () => `User-agent: *\nDisallow: /api/\nDisallow: /pay\n\nSitemap: ${origin}/sitemap.xml\n`,
    ],
    '/.well-known/security.txt': [
      'text/plain',
      () =>
        `Contact: mailto:${supportEmail}\nExpires: ${expiryFrom(Date.now())}\nPreferred-Languages: en\nCanonical: ${origin}/.well-known/security.txt\n`,
    ],
  }
  for (const [path, [type, body]] of Object.entries(files))
    app.get(path, async (_request, reply) => {
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`)
      return body()
    })
}
