/**
 * The site of a url, or of what somebody typed as one: its host in lower case (punycode), without www, port or path.
 * A link is on a site when its own equals it or ends in `.` and it.
 */
export const siteOf = (address: string): string => {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
  const host = URL.canParse(url) ? new URL(url).hostname : address.toLowerCase()
  return host
    .replace(/^[*.]+/, '')
    .replace(/\.+$/, '')
    .replace(/^www\.(?=[^.]+\.)/, '')
}
