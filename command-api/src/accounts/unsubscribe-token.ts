import { createHmac, timingSafeEqual } from 'node:crypto'

const sign = (what: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe ${what}`).digest()
const isSigned = (what: string, signature: string, secret: string): boolean => {
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(what, secret)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The token of a user's unsubscribe links. It does not expire: an old mail must still be able to end mails. */
export const unsubscribeToken = (userId: string, secret: string): string =>
  `${userId}.${sign(userId, secret).toString('base64url')}`

/** The user of an unsubscribe link; undefined where we did not sign it. */
export const readUnsubscribeToken = (token: string, secret: string): string | undefined => {
  const [userId = '', signature = ''] = token.split('.', 2)
  return isSigned(userId, signature, secret) ? userId : undefined
}

type Weekly = { readonly memberId: string; readonly collectionId: number }

/** The token of the links that end the weekly mails about a collection. It does not expire, either. */
export const weeklyToken = ({ memberId, collectionId }: Weekly, secret: string): string => {
  const what = `${memberId}/${collectionId}`
  return `weekly.${what}.${sign(`weekly ${what}`, secret).toString('base64url')}`
}

/** undefined where it is another token, or we did not sign it. */
export const readWeeklyToken = (token: string, secret: string): Weekly | undefined => {
  const [kind, what = '', signature = ''] = token.split('.', 3)
  if (kind !== 'weekly' || !isSigned(`weekly ${what}`, signature, secret)) return undefined
  const [memberId = '', collectionId] = what.split('/')
  return { memberId, collectionId: Number(collectionId) }
}
