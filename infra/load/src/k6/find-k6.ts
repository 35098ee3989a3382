import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { StartError } from '@lectern/stack/start-error.ts'

/** The version that these scripts were tested with. */
const K6_VERSION = 'v1.3.0'

/**
 * The program that K6 names, else k6 on PATH or where `go install` puts it.
 * @param goPath answers `go env GOPATH`
 * @throws StartError that says how to install it
 */
export const findK6 = (env: NodeJS.ProcessEnv, goPath: () => string | undefined): string => {
  if (env.K6) {
    if (isProgram(env.K6)) return env.K6
    throw new StartError(`K6 is ${env.K6}, which is not a program that runs.`)
  }
  const onPath = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const found = inFolders([...onPath, ...(env.GOBIN ? [env.GOBIN] : [])]) ?? inFolders(binsOf(goPath()))
  if (found !== undefined) return found
  throw new StartError(`k6 is missing: install it with Go (go install go.k6.io/k6@${K6_VERSION}) or set K6.`)
}

const inFolders = (folders: readonly string[]) => folders.map(folder => join(folder, 'k6')).find(isProgram)

const binsOf = (goPath = '') =>
  goPath
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, 'bin'))

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
