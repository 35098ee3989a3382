import { shortened } from '@lectern/platform/process/private.ts'

/** A reason without paths of links and names of mailboxes: an operator needs the host alone. */
export const hideAddresses = (reason: string): string =>
  shortened(reason)
    .replace(/\b(https?:\/\/)(?:[^\s/@"'<>]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi, '$1$2/…')
    .replace(/[^\s<>@"'(),;:]+@([\w.-]+)/g, '…@$1')
