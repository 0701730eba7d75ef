/** The configuration is wrong; the message is one sentence for the person who wrote it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
