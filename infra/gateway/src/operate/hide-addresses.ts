/** Of a reason; more of it says no more. */
const LENGTH_MAX = 2_000

/** A reason without paths of links and names of mailboxes: an operator needs the host alone. */
export const hideAddresses = (reason: string): string =>
  reason
    .slice(0, LENGTH_MAX)
    .replace(/\b(https?:\/\/)(?:[^\s/@"'<>]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi, '$1$2/…')
    .replace(/[^\s<>@"'(),;:]+@([\w.-]+)/g, '…@$1')
