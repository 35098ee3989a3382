import { LEGAL_PLACEHOLDERS } from '@lectern/contracts/public-pages.ts'
import type { Config } from '@lectern/platform/process/config.ts'

export type LegalSettings = Partial<
  Pick<Config, 'operatorName' | 'operatorAddress' | 'governingLaw' | 'noticeDays'>
>

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** What a legal page says in each place, as HTML. Its sentences read well with and without each setting. */
const partsOf = (settings: LegalSettings): Record<keyof typeof LEGAL_PLACEHOLDERS, string> => {
  const { operatorName = 'the operator of this site', operatorAddress, governingLaw, noticeDays } = settings
  const days = noticeDays === 1 ? '1 day' : `${noticeDays} days`
  return {
    operator: escapeHtml([operatorName, operatorAddress].filter(Boolean).join(', ')),
    endingNotice: noticeDays === undefined ? 'with notice' : `with notice of ${days}`,
    changeNotice: noticeDays === undefined ? 'before' : `${days} before`,
    law:
      governingLaw === undefined
        ? ''
        : `The law of ${escapeHtml(governingLaw)} applies, and its courts decide.`,
  }
}

/** Completes a built page by the operator's settings. */
export const withLegalFacts = (document: string, settings: LegalSettings): string =>
  Object.entries(partsOf(settings)).reduce(
    (page, [name, said]) =>
      page.replaceAll(LEGAL_PLACEHOLDERS[name as keyof typeof LEGAL_PLACEHOLDERS], () => said),
    document,
  )
