import { fileURLToPath } from 'node:url'

/** A table whose rows never change. Backups share its packs. */
export type PackedTable = { readonly table: string; readonly key: readonly string[] }

/**
 * The tables of a backup, each after those that it refers to. What stands in none of these lists is filled from the log.
 * tables.it.test.ts fails for a table that no list names.
 */
export const KEPT = [
  'identity.users',
  'identity.free_accounts',
  'identity.owed_commands',
  'identity.page_events',
  'identity.access_tokens',
  'identity.device_grants',
  'identity.passkeys',
  'identity.code_secrets',
  'identity.recovery_codes',
  'identity.closings',
  'command.unlinked_articles',
  'uploads.files',
  'reading.positions',
  'sharing.people',
  'sharing.memberships',
  'sharing.invitations',
  'sharing.invitation_tokens',
  'shares.pages',
  'shares.views',
  'content.images',
  'content.article_images',
  'content.card_images',
  'content.image_wishes',
  'content.provided_documents',
  'content.import_attempts',
  'content.extraction_attempts',
  'projections.work',
] as const

export const PACKED: readonly PackedTable[] = [
  { table: 'content.documents', key: ['hash'] },
  { table: 'content.image_copies', key: ['hash', 'width'] },
  { table: 'uploads.pieces', key: ['upload_id', 'n'] },
  { table: 'uploads.pages', key: ['id'] },
]

/** Tables that a restored installation fills itself, or should not have. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'identity.sessions': 'All sessions end.',
  'identity.challenges': 'They last minutes.',
  'identity.mail_tokens': 'Links in old mails are no longer valid.',
  'identity.email_changes': 'The links in its mails are no longer valid.',
  'identity.asked_resets': 'No old mail is sent.',
  'command.mails': 'No old mail is sent.',
  'command.kept_bytes': 'It is counted again.',
  'command.snapshots': 'They are of another store.',
  'command.limits': 'They last a day at most.',
  'command.policies_checkpoint': 'It is written for the new store.',
  'exports.requests': 'Files last a day.',
  'exports.pieces': 'Files last a day.',
  'content.previews': 'They last a day.',
  'content.upload_previews': 'They are made again.',
  'projections.read_schemas': 'Read models are filled from the log.',
  'projections.reactions_checkpoint': 'They are written for the new store.',
  'projections.pasts': 'They are filled from the log.',
  'projections.work_done': 'It begins anew.',
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The schemas of these tables in the order in which they can be made, and the folders of their migrations. */
export const SCHEMAS: readonly { readonly schema: string; readonly dir: string }[] = [
  ...['identity', 'command', 'uploads', 'reading', 'exports', 'sharing', 'shares'].map(schema => ({
    schema,
    dir: `${ROOT}command-api/migrations/${schema}`,
  })),
  { schema: 'content', dir: `${ROOT}workers/migrations` },
  { schema: 'projections', dir: `${ROOT}projectors/migrations/control` },
]
