/** Why an export was not made: the sentence for the user. The list is closed. */
export const EXPORT_FAILURES = {
  'gave-up': 'It could not be made. Please try again later.',
  'too-large': 'It would be larger than 2 GB. Please export collections one by one.',
  'audit-too-large': 'It would be larger than 2 GB. Please ask support for it.',
  'epub-too-large': 'An EPUB holds at most 200 articles and 100 MB. Please export fewer.',
  'out-of-space': 'The server is out of space. Please try again later.',
} as const

export type ExportFailure = keyof typeof EXPORT_FAILURES

/** The sentence for a code. A code of a later version reads as giving up. */
export const exportFailureSentence = (code: string): string =>
  EXPORT_FAILURES[code as ExportFailure] ?? EXPORT_FAILURES['gave-up']
