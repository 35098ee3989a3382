import { asksForScripts, type PreScan } from './pre-scan.ts'

/** A page with a password field and fewer words is a sign-in page. */
const signInWords = 80
/** A page of fewer words may be one that stands before an article. */
const gateWords = 300

/** A page with fewer words that asks for scripts shows nothing else without them. */
const scriptWords = 60
/** So few words are a heading or a line of the site, when the page asks for scripts apart from them. */
const emptyWords = 15

const signInAddress = /\/(log-?in|sign-?in|sso|authorize)(\/|\.\w+|$)/i
const consentAddress =
  /^(consent|guce|cmp|cookies?)\.|\/(consent|cookie-?wall|gdpr|privacy-gate)(\/|\.\w+|$)/i
const ofConsent =
  /\b(cookies?|consents?|partners?|personal data|privacy|advertis\w+|einwillig\w+|datenschutz\w*|werbe\w*|zustimm\w+|consentement|données|confidentialité|consentimiento|privacidad|datos)\b/gi
/** On a page that asks for consent, one word in so many is about it. */
const wordsPerTerm = 20
const minTerms = 4

export type Gate = 'sign-in-required' | 'consent-required' | 'script-required'

/** The kind of page that a site shows in place of an article, or null. A page that says it is an article, or has many words, is one. */
export function gateOf(scan: PreScan, url: string, text: string, words: number): Gate | null {
  if (scan.asksForPassword && words < signInWords) return 'sign-in-required'
  if (words >= gateWords) return null
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  if (scan.hasForm && signInAddress.test(pathname)) return 'sign-in-required'
  if (consentAddress.test(`${hostname}${pathname}`)) return 'consent-required'
  if (words < scriptWords && asksForScripts(text)) return 'script-required'
  if (words < emptyWords && scan.asksForScripts) return 'script-required'
  if (!scan.asksForConsent || /article|blog/i.test(scan.meta.get('og:type') ?? '')) return null
  const terms = text.match(ofConsent)?.length ?? 0
  return terms >= minTerms && terms * wordsPerTerm >= words ? 'consent-required' : null
}
