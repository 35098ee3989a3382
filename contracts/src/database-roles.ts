/** Rights of a role on a table of another role. `read` stands for every schema of read models. */
type Right = {
  readonly right: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  readonly on: `${string}.${string}`
  /** Default: all columns. */
  readonly columns?: readonly string[]
}

export type Role = {
  /** Schemas that the role makes and changes. Their owner grants the other roles their rights. */
  readonly owns?: readonly string[]
  readonly rights?: readonly Right[]
  readonly makesSchemas?: true
  /** The part of the server's connections that all processes of the role may have together. */
  readonly share?: number
}

/** The database user of each process: which schemas it owns, and which tables of others it may read. */
export const databaseRoles = {
  'event-store': { owns: ['event_store'] },
  /** It contains command-api, which owns tables, and query-api, which reads those of others. */
  gateway: {
    owns: ['identity', 'command', 'uploads', 'reading', 'exports', 'sharing', 'shares'],
    rights: [
      { right: 'SELECT', on: 'read.*' },
      { right: 'SELECT', on: 'projections.read_schemas' },
      // It asks for libraries as they were.
      { right: 'SELECT', on: 'projections.pasts' },
      { right: 'INSERT', on: 'projections.pasts', columns: ['library_id', 'at', 'version'] },
      { right: 'UPDATE', on: 'projections.pasts', columns: ['used_at'] },
      { right: 'DELETE', on: 'projections.pasts' },
      // Pages that a person asks for again wait there. Operators see what waits, and retry or drop what failed for good.
      { right: 'INSERT', on: 'projections.work' },
      { right: 'SELECT', on: 'projections.work' },
      {
        right: 'UPDATE',
        on: 'projections.work',
        columns: ['since', 'due_at', 'failures', 'failed_at', 'reason'],
      },
      { right: 'DELETE', on: 'projections.work' },
      { right: 'SELECT', on: 'projections.work_done' },
      // How far loops of earlier versions were, whose work policies go on with.
      { right: 'SELECT', on: 'projections.reactions_checkpoint' },
      // Backups are made by others, where the operator set them up.
      { right: 'SELECT', on: 'backup.runs' },
      { right: 'SELECT', on: 'content.documents' },
      { right: 'SELECT', on: 'content.images' },
      { right: 'SELECT', on: 'content.image_copies' },
      { right: 'SELECT', on: 'content.article_images' },
      { right: 'SELECT', on: 'content.card_images' },
      { right: 'SELECT', on: 'content.upload_previews' },
      { right: 'SELECT', on: 'content.provided_documents', columns: ['article_id', 'library_id', 'link_id'] },
    ],
  },
  projectors: {
    owns: ['projections', 'read'],
    makesSchemas: true,
    rights: [{ right: 'SELECT', on: 'content.documents' }],
  },
  workers: {
    owns: ['content'],
    rights: [
      // They take work and settle it, and add pictures of the pages that they read.
      { right: 'SELECT', on: 'projections.work' },
      { right: 'INSERT', on: 'projections.work' },
      { right: 'UPDATE', on: 'projections.work' },
      { right: 'DELETE', on: 'projections.work' },
      { right: 'SELECT', on: 'projections.work_done' },
      { right: 'UPDATE', on: 'projections.work_done', columns: ['at'] },
      { right: 'SELECT', on: 'projections.read_schemas' },
      { right: 'SELECT', on: 'read.links' },
      { right: 'SELECT', on: 'read.held_links' },
      { right: 'SELECT', on: 'read.articles' },
      { right: 'SELECT', on: 'read.article_versions' },
      { right: 'SELECT', on: 'read.imports' },
      { right: 'SELECT', on: 'uploads.files' },
      { right: 'SELECT', on: 'uploads.pieces' },
      { right: 'SELECT', on: 'uploads.pages' },
      { right: 'SELECT', on: 'read.checkpoints' },
      // Which versions of articles are not needed any more.
      { right: 'SELECT', on: 'read.notes', columns: ['library_id', 'anchor'] },
      { right: 'SELECT', on: 'read.parked_streams' },
      // How much each library keeps.
      { right: 'SELECT', on: 'command.kept_bytes' },
      { right: 'UPDATE', on: 'command.kept_bytes', columns: ['content', 'measured_at'] },
    ],
    // A worker that a hostile page has taken over leaves connections to the others.
    share: 0.4,
  },
  /** It reads libraries, and writes the files that their owners asked for. */
  exporter: {
    rights: [
      { right: 'SELECT', on: 'projections.read_schemas' },
      { right: 'SELECT', on: 'read.*' },
      { right: 'SELECT', on: 'content.documents' },
      { right: 'SELECT', on: 'content.image_copies' },
      { right: 'SELECT', on: 'content.article_images' },
      { right: 'SELECT', on: 'reading.positions' },
      // Whether the articles of others that a person wrote notes on are still shared with the person.
      { right: 'SELECT', on: 'sharing.people', columns: ['member_id', 'library_id'] },
      { right: 'SELECT', on: 'sharing.memberships', columns: ['member_id', 'collection_id'] },
      { right: 'SELECT', on: 'exports.requests' },
      {
        right: 'UPDATE',
        on: 'exports.requests',
        columns: [
          'status',
          'claim',
          'attempts',
          'seen_at',
          'written',
          'total',
          'size',
          'failure',
          'ended_at',
        ],
      },
      { right: 'SELECT', on: 'exports.pieces', columns: ['export_id'] },
      { right: 'INSERT', on: 'exports.pieces' },
      { right: 'DELETE', on: 'exports.pieces' },
    ],
    // Each gateway starts one.
    share: 0.15,
  },
} as const satisfies Record<string, Role>

export type DatabaseRole = keyof typeof databaseRoles

/** Roles of earlier versions, each with the one that has its tables now. */
export const goneRoles: Readonly<Record<string, DatabaseRole>> = {
  'command-api': 'gateway',
  'query-api': 'gateway',
  'split-gateway': 'gateway',
}

/** The name of a role's user, such as lectern_workers for workers in the database lectern. */
export const databaseUser = (database: string, role: string): string =>
  `${database}_${role.replaceAll('-', '_')}`

/** Matches the names of read-model schemas, those of earlier moments among them, as a regular expression of Postgres and of JavaScript. */
export const READ_SCHEMAS = '^read_v\\d+(_past)?(_\\d+)?$'
