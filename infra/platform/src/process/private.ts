/** An address of a page or a server, with what a user, a path or a query may hold. */
const URLS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi
const MAIL_ADDRESSES = /<?[^\s<>"'(]+@[^\s<>"')]+>?/g
/** Fields of any depth. Libraries log what they were given, such as the headers of a request. */
const SECRET = /^(headers|cookies?|authorization|password|token)$/i
/** What tells operators more, and never holds what a person wrote. */
const FACTS = ['code', 'syscall', 'status', 'constraint'] as const
const CAUSES_MAX = 5

/** Longer texts say no more, and looking for addresses in them takes long. */
const TEXT_MAX = 2_000

/** Ends with a whole word: half an address would not be known as one. */
export const shortened = (text: string): string =>
  text.length > TEXT_MAX ? text.slice(0, TEXT_MAX).replace(/\S+$/, '…') : text

/** A text for logs: without addresses of links, servers and mails. */
export const withoutAddresses = (text: string): string =>
  shortened(text).replace(URLS, '<address>').replace(MAIL_ADDRESSES, '<address>')

/** The fields of a log line without what is private. Errors are described by `describeError`. */
export const withoutPrivate = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET.test(name) ? '<secret>' : known(value)]),
  )

const known = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutAddresses(value)
  if (Array.isArray(value)) return value.map(known)
  const isPlain = Object.prototype.toString.call(value) === '[object Object]' && !isOfClass(value as object)
  return isPlain ? withoutPrivate(value as object) : value
}

const isOfClass = (value: object): boolean => {
  const made = Object.getPrototypeOf(value)
  return made !== null && made !== Object.prototype
}

/** What an error says in logs. The message of one that may name a host of a link is its code. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  return namesHost(error) ? String(error.code) : withoutAddresses(error.message)
}

/**
 * An error in logs. Other fields of errors are left out, since Postgres puts rows into them, nodemailer recipients, and Node hosts. The
 * stack has no message.
 */
export const describeError = (error: unknown, causes = CAUSES_MAX): unknown => {
  if (!(error instanceof Error)) return messageOf(error)
  const facts = Object.fromEntries(
    FACTS.flatMap(name => {
      const value = (error as unknown as Record<string, unknown>)[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
  const { cause, stack = '', name } = error
  return {
    type: name,
    message: messageOf(error),
    ...facts,
    stack: stack
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .join('\n'),
    ...(cause !== undefined &&
      causes > 0 &&
      !namesHost(error) && { cause: describeError(cause, causes - 1) }),
  }
}

const namesHost = (error: Error): error is Error & { readonly code: unknown } =>
  'namesHost' in error && error.namesHost === true
