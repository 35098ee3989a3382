import { hash } from 'node:crypto'

/** In characters. */
const PLAIN_MAX = 64

/** What is kept of a text that is only ever compared: of a long one its digest, so that no link takes much memory. */
export const standIn = (text: string): string =>
  text.length <= PLAIN_MAX ? text : `#${hash('sha256', text, 'base64url')}`
