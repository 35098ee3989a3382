import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { readonly challenge: string }
type Changes = {
  readonly host?: string
  readonly origin?: string
  /** Whether the person was asked for a PIN, a finger or a face. */
  readonly isVerified?: boolean
  readonly counter?: number
  /** The proof of its make has this format. */
  readonly format?: string
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Flags of authenticator data: the person was present, was verified, and a key follows. */
const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40]

/** A device with one passkey, which gives what browsers give of it (WebAuthn, "none" attestation). */
export const anAuthenticator = (of: { readonly host: string; readonly origin: string }) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
  // EC2, ES256, P-256
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, point(x)],
      [-3, point(y)],
    ]),
  )
  let uses = 0

  const dataOf = ({ host = of.host, isVerified = true, counter = ++uses }: Changes, withKey: boolean) => {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (withKey ? WITH_KEY : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const added = withKey ? [Buffer.alloc(16), length, id, Buffer.from(key)] : []
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, ...added])
  }
  const clientDataOf = (type: string, { challenge }: Options, { origin = of.origin }: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: object) => ({
    ...{ id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} },
    response,
  })

  return {
    id: base64url(id),
    make: (options: Options, changes: Changes = {}) => {
      const attested = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', changes.format ?? 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', Uint8Array.from(dataOf(changes, true))],
      ])
      return credential({
        clientDataJSON: base64url(clientDataOf('webauthn.create', options, changes)),
        attestationObject: base64url(isoCBOR.encode(attested)),
        transports: ['internal'],
      })
    },
    sign: (options: Options, changes: Changes = {}) => {
      const data = dataOf(changes, false)
      const clientData = clientDataOf('webauthn.get', options, changes)
      return credential({
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)),
      })
    },
  }
}
