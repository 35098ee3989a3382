import { Rejected } from '@lectern/contracts/api/errors.ts'

/** The articles of an import-direct as a file, which a worker checks like any other. */
export const directFile = (articles: readonly unknown[]): { name: string; bytes: AsyncIterable<Buffer> } => {
  if (articles.some(article => typeof article !== 'object' || article === null || Array.isArray(article)))
    throw new Rejected('invalid-input', {}, 'Each article needs an address.')
  const file = Buffer.from(JSON.stringify({ articles }))
  return {
    name: 'articles.json',
    bytes: (async function* () {
      yield file
    })(),
  }
}
