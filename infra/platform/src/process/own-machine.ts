export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

type Reach = {
  readonly host: string
  readonly publicUrl: URL | undefined
  readonly trustProxy: string | undefined
}

/** Whether Lectern listens on loopback. */
export const listensOnLoopback = ({ host }: Pick<Reach, 'host'>): boolean => isLoopback(host)

/** Whether nobody but this machine's user can reach Lectern, as far as its settings tell. */
export const isForThisMachineAlone = ({ host, publicUrl, trustProxy }: Reach): boolean =>
  isLoopback(host) &&
  trustProxy === undefined &&
  (publicUrl === undefined || isLoopback(publicUrl.hostname.replace(/^\[|\]$/g, '')))
