/**
 * The site of a url, also of one that a person typed: its host in lower case (punycode), without www, port or path.
 * A link is on a site when the link's site equals it or is a subdomain of it.
 */
export const siteOf = (address: string): string => {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
  const host = URL.canParse(url) ? new URL(url).hostname : address.toLowerCase()
  return host
    .replace(/^[*.]+/, '')
    .replace(/(?<!\.)\.+$/, '')
    .replace(/^www\.(?=[^.]+\.)/, '')
}
