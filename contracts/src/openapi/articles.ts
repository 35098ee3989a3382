import { ContentQuery } from '../api/link-queries.ts'
import { ProvidePageRequest, ReadingPositionRequest } from '../api/link-requests.ts'
import { LinkContent, LinkIdAnswer } from '../api/links.ts'
import { EXAMPLE, type Operations } from './operation.ts'

const path = { id: EXAMPLE.link }

export const ARTICLE_OPERATIONS = {
  'GET /api/links/:id/content': {
    tag: 'Articles',
    summary: 'Read the article of a link',
    description:
      'Sanitised HTML, once `status` is `ready`. Its pictures are our own copies, at addresses of this server that need the token, too.',
    query: ContentQuery,
    status: 200,
    answer: LinkContent,
    refusals: ['link-not-found'],
    example: { path },
  },
  'GET /api/images/:hash': {
    tag: 'Articles',
    summary: 'Get a picture of an article',
    status: 200,
    answer: { file: 'image/webp' },
    refusals: ['not-found'],
    example: { path: { hash: EXAMPLE.image } },
  },
  'POST /api/links/:id/extraction': {
    tag: 'Articles',
    summary: 'Try again to read a page',
    description: 'Where it could not be read. The answer comes before the page is read.',
    status: 202,
    answer: LinkIdAnswer,
    refusals: ['link-not-found', 'page-provided'],
    example: { path },
  },
  'POST /api/links/:id/reread': {
    tag: 'Articles',
    summary: 'Read a page anew',
    description: 'A text that differs becomes a new version. The answer comes before the page is read.',
    status: 202,
    answer: LinkIdAnswer,
    refusals: ['link-not-found', 'page-provided'],
    example: { path },
  },
  'PUT /api/links/:id/page': {
    tag: 'Articles',
    summary: 'Provide the page of a link',
    description:
      'The HTML document as you see it, for pages that only you can open; at most 5 MB. Send it as it is, as `text/html` in UTF-8, or as JSON. It is the article of your link alone. The answer comes before the page is read.',
    body: ProvidePageRequest,
    status: 202,
    answer: LinkIdAnswer,
    isRepeatable: true,
    refusals: ['link-not-found', 'body-too-large', 'unsupported-media-type'],
    example: { path, body: { html: '<!doctype html><html><body><p>For members.</p></body></html>' } },
  },
  'DELETE /api/links/:id/page': {
    tag: 'Articles',
    summary: 'Give up a provided page',
    description: 'The article is read from the address of the link again.',
    status: 200,
    answer: LinkIdAnswer,
    isRepeatable: true,
    refusals: ['link-not-found'],
    example: { path },
  },
  'PUT /api/links/:id/position': {
    tag: 'Articles',
    summary: 'Say how far you have read',
    description:
      'In UTF-16 units of the text with white space collapsed, of the version that `contentHash` names.',
    body: ReadingPositionRequest,
    status: 204,
    refusals: ['link-not-found'],
    example: { path, body: { offset: 12, contentHash: EXAMPLE.contentHash } },
  },
} as const satisfies Operations
