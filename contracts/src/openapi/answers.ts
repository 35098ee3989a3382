import answers from './answers.json' with { type: 'json' }

/**
 * What the calls of the examples were answered, by method and path. infra/gateway/src/documented.it.test.ts writes the file with
 * RECORD_EXAMPLES=1, and else checks it.
 */
export const EXAMPLE_ANSWERS: Readonly<Record<string, unknown>> = answers
