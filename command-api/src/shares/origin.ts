import type { FastifyRequest } from 'fastify'

/** Where this installation is. The gateway refuses a host that is not its own. */
export const originOf = ({ headers }: FastifyRequest, publicUrl: URL | undefined): string =>
  publicUrl?.origin ?? `http://${headers.host ?? 'localhost'}`
