/** Debian's whole Chromium. Extensions need it. */
export const CHROMIUM = '/usr/bin/chromium'
