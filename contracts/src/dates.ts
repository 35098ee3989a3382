type Shown = { readonly timeZone?: 'UTC'; readonly withTime?: boolean; readonly withZone?: boolean }

/** The format of every date that people read: 'Jul 3, 2026', and with a time 'Jul 3, 2026, 9:41 AM'. */
export const dateFormat = ({ timeZone, withTime, withZone }: Shown = {}): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    ...(withTime && { hour: 'numeric', minute: '2-digit' }),
    ...(withZone && { timeZoneName: 'short' }),
    ...(timeZone && { timeZone }),
  })
