/** Every connection keeps what is named, so neither rare nor huge statements (imports) are. */
const MAX_TEXTS = 500
const MAX_TEXT_LENGTH = 4_000

/** Names statements that come again: PostgreSQL then parses and plans each once per connection. */
export class StatementNames {
  readonly #names = new Map<string, string>()

  /** Nothing for a text seen first, too long to keep, or beyond as many as are kept. */
  nameOf(text: string): { name?: string } {
    const name = this.#names.get(text)
    if (name === undefined) {
      const isKept = this.#names.size < MAX_TEXTS && text.length <= MAX_TEXT_LENGTH
      if (isKept) this.#names.set(text, '')
      return {}
    }
    if (name !== '') return { name }
    const given = `laurel_${++this.#given}`
    this.#names.set(text, given)
    return { name: given }
  }

  #given = 0
}
