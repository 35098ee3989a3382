import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve } = createRequire(import.meta.url)

/**
 * Preloaded into dependency-cruiser, which needs the compiler's API. TypeScript 7, which checks our types, has no API yet, so
 * dependency-cruiser gets TypeScript 6, a dependency of this package.
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
