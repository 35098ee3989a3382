import type { ImportSource } from './import-sources.ts'

/** The header of a client's request that carries its version. Requests without it are answered as those of the newest one. */
export const CLIENT_VERSION_HEADER = 'lectern-client'

/**
 * The version of what this client sends and reads. It is raised with a change that the client before cannot take part in
 * (docs/decisions/0060); the schemas of the new one are then kept beside those before.
 */
export const CLIENT_VERSION = 3

/** An older client gets 426 and asks to be loaded again. A client without a network may be months old. */
export const LEAST_CLIENT_VERSION = 1

/**
 * The source of an import as a client reads it. Version 1 refuses an answer with 'lectern', so it gets the service whose files are
 * most alike. @param version as the header has it
 */
export const sourceForClient = (
  source: ImportSource,
  version: string | string[] | undefined,
): ImportSource => (source === 'lectern' && Number(version) < 2 ? 'karakeep' : source)

/** Whether a client tells links of others from its own. One of before would act on its own link of the same number. */
export const knowsOthers = (version: string | string[] | undefined): boolean => !(Number(version) < 3)
