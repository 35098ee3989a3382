import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SHARE_OPEN_SECONDS } from '@lectern/contracts/shares.ts'

/** 128 random bits. */
export const newToken = (): string => randomBytes(16).toString('base64url')

/** A token has so many random bits that a plain hash keeps it. Text that is no token has a hash, too, which nothing has. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The part of an address that its password led to. */
export type Signed = { readonly until: string; readonly key: string }

/** Signs addresses for an hour, and knows them again. @param secret the installation's */
export const signerOf = (secret: string) => {
  const own = createHmac('sha256', secret).update('public links').digest()
  const macOf = (...parts: readonly string[]): Buffer =>
    createHmac('sha256', own).update(parts.join(' ')).digest()
  const isMac = (given: unknown, wanted: Buffer): boolean => {
    const bytes = typeof given === 'string' ? Buffer.from(given, 'base64url') : undefined
    return bytes?.length === wanted.length && timingSafeEqual(bytes, wanted)
  }
  return {
    sign: (shareId: string): Signed => {
      const until = String(Math.floor(Date.now() / 1_000) + SHARE_OPEN_SECONDS)
      return { until, key: macOf(shareId, until).toString('base64url') }
    },
    isSigned: (shareId: string, { until, key }: Partial<Signed>): boolean => {
      if (typeof until !== 'string' || !/^\d{1,12}$/.test(until)) return false
      return isMac(key, macOf(shareId, until)) && Number(until) * 1_000 > Date.now()
    },
    /** Belongs to the address of a picture that the page shows: others of its article are not public. */
    signPicture: (shareId: string, image: string): string =>
      macOf(shareId, 'picture', image).toString('base64url'),
    isPicture: (shareId: string, image: string, given: unknown): boolean =>
      isMac(given, macOf(shareId, 'picture', image)),
  }
}
export type Signer = ReturnType<typeof signerOf>
