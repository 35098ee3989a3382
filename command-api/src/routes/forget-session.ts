import { type CookieNames, setCookie } from '@lectern/platform/http/cookies.ts'
import type { FastifyReply } from 'fastify'

/** Makes the browser forget a session that has ended, and what it kept of the person. */
export const forgetSession = (reply: FastifyReply, { session, secure }: CookieNames): void => {
  reply.header('set-cookie', setCookie(session, '', { maxAge: 0, secure }))
  // The browser keeps pictures of articles under addresses that another person at this browser could ask for.
  reply.header('clear-site-data', '"cache"')
}
