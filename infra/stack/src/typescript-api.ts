import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve } = createRequire(import.meta.url)

/**
 * Preloaded into dependency-cruiser, which reads TypeScript through the compiler's own API: version 7, which checks
 * our types, has none yet, so it gets the version 6 that is installed for this package.
 */
const ours = new Map(
  ['typescript', 'typescript/package.json'].map(name => [name, pathToFileURL(resolve(name)).href]),
)

registerHooks({
  resolve: (specifier, context, next) => {
    const url = ours.get(specifier)
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true }
  },
})
