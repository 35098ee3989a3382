/** A variable is missing or invalid. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
