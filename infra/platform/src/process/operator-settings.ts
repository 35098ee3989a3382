import { ofOperator, variable } from './service-settings.ts'

/** A sentence that names the settings of the operator that are unset; undefined where all are set. */
export const unsetOfOperator = (env: NodeJS.ProcessEnv): string | undefined => {
  const unset = ofOperator.map(variable).filter(name => !env[name]?.trim())
  if (unset.length === 0) return undefined
  const names = new Intl.ListFormat('en-US').format(unset)
  return `${names} ${unset.length === 1 ? 'is' : 'are'} not set: /terms and /privacy do without.`
}
