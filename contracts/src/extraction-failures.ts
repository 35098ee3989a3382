/**
 * Reasons why an article could not be read, each with the sentence that a person sees. ArticleExtractionFailed stores
 * them forever: add entries, never rename or remove one.
 */
export const extractionFailures = {
  'bad-url': 'This address cannot be read.',
  'blocked-address': 'This address is not on the public internet, so it is not read.',
  unreachable: 'The site could not be reached.',
  insecure: 'The site could not prove who it is: its certificate is not valid.',
  timeout: 'The site did not answer in time.',
  'too-many-redirects': 'The site kept sending us from one address to the next.',
  'not-found': 'The site has no page at this address.',
  'sign-in-required': 'The site shows this page only to people who are signed in.',
  'consent-required': 'The site shows this page only after one has agreed to its cookies or terms.',
  'script-required': 'The site shows this page only in a browser that runs its scripts.',
  refused: 'The site refused to show us this page.',
  'site-busy': 'The site is busy and asked us to come back later.',
  'site-error': 'The site answered with an error.',
  'too-large': 'This page is too large to read.',
  'too-complex': 'This page is built in a way that is too complex to read.',
  'took-too-long': 'Reading this page took too long.',
  'is-pdf': 'This is a PDF. Only web pages can be read here so far.',
  'is-image': 'This is an image, not an article.',
  'is-media': 'This is audio or video, not an article.',
  'is-file': 'This is a file, not a web page.',
  'no-article': 'No article text was found on this page.',
  'gave-up': 'Reading this page failed several times, so we stopped trying.',
} as const satisfies Record<string, string>

export type ExtractionFailure = keyof typeof extractionFailures

export const extractionFailureCodes = Object.keys(extractionFailures) as [
  ExtractionFailure,
  ...ExtractionFailure[],
]
