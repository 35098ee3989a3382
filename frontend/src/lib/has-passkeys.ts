/** Whether this browser can use passkeys here: they are bound to a name, and an address is none. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
