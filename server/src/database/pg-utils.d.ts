declare module 'pg/lib/utils.js' {
  /** A parameter as it's sent to PostgreSQL. */
  export function prepareValue(value: unknown): string | Buffer | null
}
