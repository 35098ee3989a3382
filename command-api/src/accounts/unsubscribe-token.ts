import { createHmac, timingSafeEqual } from 'node:crypto'

const sign = (userId: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe ${userId}`).digest()

/** The token of a user's unsubscribe links. It does not expire: an old mail must still be able to end mails. */
export const unsubscribeToken = (userId: string, secret: string): string =>
  `${userId}.${sign(userId, secret).toString('base64url')}`

/** The user of an unsubscribe link; undefined where we did not sign it. */
export const readUnsubscribeToken = (token: string, secret: string): string | undefined => {
  const [userId = '', signature = ''] = token.split('.', 2)
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(userId, secret)
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
}
