import type { TokenRoute } from '../token-routes.ts'
import { ARTICLE_OPERATIONS } from './articles.ts'
import { COLLECTION_OPERATIONS } from './collections.ts'
import { IMPORT_OPERATIONS } from './imports.ts'
import { LINK_OPERATIONS } from './links.ts'
import { NOTE_OPERATIONS } from './notes.ts'
import type { Operation } from './operation.ts'
import { SHARE_OPERATIONS } from './shares.ts'
import { SHARING_OPERATIONS } from './sharing.ts'

/** Every route that tokens may call. */
export const OPERATIONS: Readonly<Record<TokenRoute, Operation>> = {
  ...LINK_OPERATIONS,
  ...ARTICLE_OPERATIONS,
  ...NOTE_OPERATIONS,
  ...COLLECTION_OPERATIONS,
  ...SHARING_OPERATIONS,
  ...SHARE_OPERATIONS,
  ...IMPORT_OPERATIONS,
}
