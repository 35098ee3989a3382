/** Browsers and systems by a word of their User-Agent. The first that fits counts: many name others as well. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (userAgent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([word]) => word.test(userAgent))?.[1]

/** A short name for the list of sessions, such as Firefox on Linux; null where the User-Agent says nothing known. */
export const deviceOf = (userAgent: string | undefined): string | null => {
  if (userAgent === undefined) return null
  const browser = nameIn(userAgent, BROWSERS)
  const system = nameIn(userAgent, SYSTEMS)
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}
