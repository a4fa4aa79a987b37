/** Every connection keeps named queries in memory, so neither rare nor huge ones (imports) are named. */
const MAX_TEXTS = 500
const MAX_TEXT_LENGTH = 8_000

/** Names repeated queries: PostgreSQL then parses and plans each once per connection. */
export class StatementNames {
  /** Across all, so that a name never means two queries on a connection. */
  static #given = 0
  readonly #names = new Map<string, string>()

  /** Empty for a text seen for the first time, too long to keep, or beyond the maximum. */
  nameOf(text: string): { name?: string } {
    const name = this.#names.get(text)
    if (name === undefined) {
      const isKept = this.#names.size < MAX_TEXTS && text.length <= MAX_TEXT_LENGTH
      if (isKept) this.#names.set(text, '')
      return {}
    }
    if (name !== '') return { name }
    const given = `laurel_${++StatementNames.#given}`
    this.#names.set(text, given)
    return { name: given }
  }
}
