import { z } from 'zod/mini'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * A UUID that a client gives what it makes, in lower case; null without one. The server makes one thing for it. One of version 7 is
 * known to be new, also where the server has forgotten others.
 */
export const ClientId = z.pipe(
  z.nullish(z.string('clientId must be a UUID').check(z.regex(UUID, 'clientId must be a UUID'))),
  z.transform(id => id?.toLowerCase() ?? null),
)
