import net, { type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import tls from 'node:tls'
import type { buildConnector } from 'undici'
import { isPublicAddress } from './addresses.ts'
import { FetchFailure } from './failure.ts'
import { askNameServers, askSystem, type Resolve } from './resolve.ts'
import type { AllowedHosts } from './url.ts'

export type Dial = (options: TcpNetConnectOpts) => Socket

export type ConnectOptions = {
  readonly allow: AllowedHosts
  readonly timeoutMs: number
  readonly resolve?: Resolve
  readonly dial?: Dial
}

const nameServers = askNameServers()

/**
 * A connector for undici that checks addresses, not names. A name is refused if any of its addresses is bad. The
 * connection goes to an address that was checked, without a second DNS lookup, and the socket's remote address is checked
 * before a byte is sent.
 */
export function guardedConnector(options: ConnectOptions): buildConnector.connector {
  return (target, callback) => {
    connect(target, options).then(
      socket => callback(null, socket),
      error => callback(asFailure(error), null),
    )
  }
}

async function connect(target: buildConnector.Options, options: ConnectOptions): Promise<Socket> {
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const { hostname } = target
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
  const addresses = await vettedAddresses(hostname, port, options, deadline)

  const socket = (options.dial ?? net.connect)({
    host: hostname,
    port,
    lookup: giving(addresses),
    autoSelectFamily: true,
    noDelay: true,
  })
  await opened(socket, 'connect', deadline)
  if (!socket.remoteAddress || !addresses.includes(socket.remoteAddress)) {
    socket.destroy()
    throw blocked(`connected to ${socket.remoteAddress}, not to ${addresses}`)
  }
  if (target.protocol !== 'https:') return socket
  const name = hostname.replace(/\.$/, '')
  const secure = tls.connect({
    socket,
    ALPNProtocols: ['http/1.1'],
    ...(net.isIP(name) ? { host: name } : { servername: name }),
  })
  return opened(secure, 'secureConnect', deadline)
}

async function vettedAddresses(
  hostname: string,
  port: number,
  { allow, ...options }: ConnectOptions,
  deadline: AbortSignal,
): Promise<readonly string[]> {
  const isAllowed = allow.has(`${net.isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`)
  const resolve = options.resolve ?? (isAllowed ? askSystem : nameServers)
  const addresses = net.isIP(hostname) ? [hostname] : await before(deadline, resolve(hostname))
  if (addresses.length === 0) throw new FetchFailure('dns-failed', 'no address')
  if (isAllowed) return addresses
  const bad = addresses.find(address => !isPublicAddress(address))
  if (bad !== undefined) throw blocked(`${hostname} is at ${bad}`)
  return addresses
}

const giving =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map(address => ({ address, family: net.isIP(address) })),
    )

/** Rejects at the deadline. A DNS lookup cannot be cancelled, so it goes on. */
function before<T>(deadline: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
    promise.then(resolve, reject)
  })
}

function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  deadline: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const late = () => socket.destroy(deadline.reason)
    const settled = () => {
      deadline.removeEventListener('abort', late)
      socket.off('error', failed).off('close', closed)
    }
    const failed = (error: Error) => {
      settled()
      reject(error)
    }
    const closed = () => failed(new FetchFailure('connect-failed', 'closed while connecting'))
    deadline.addEventListener('abort', late, { once: true })
    socket.once(event, () => {
      settled()
      resolve(socket)
    })
    socket.once('error', failed).once('close', closed)
  })
}

/** The message is shown to people; addresses and DNS answers go to the log only. */
const blocked = (facts: string) =>
  new FetchFailure('blocked-address', 'not on the public internet', { cause: new Error(facts) })

function asFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  const { code = '', syscall = '', name = '' } = error as NodeJS.ErrnoException
  const say = (kind: FetchFailure['code']) => new FetchFailure(kind, code || name, { cause: error })
  if (name === 'TimeoutError' || code === 'ETIMEDOUT') return say('timeout')
  if (/^(getaddrinfo|query)/.test(syscall)) return say('dns-failed')
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/.test(code)) return say('tls-failed')
  return say('connect-failed')
}
