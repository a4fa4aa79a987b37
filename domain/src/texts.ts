/**
 * The texts of one language, looked up by their English text (docs/decisions/0095). Name the variable `i18n`, and pass
 * `t` a literal text, so that `npm run texts` can extract it.
 *
 * @example i18n.t('{sender} sent you {amount}.', { sender, amount })
 */
export type Texts = {
  /** For `Intl`, such as `es-US`. */
  readonly locale: string
  t(text: string, values?: Readonly<Record<string, unknown>>): string
}

type Values = Readonly<Record<string, unknown>>

/**
 * Keeps a library from interpreting what people typed: Lingui turns `\u003c` into `<`, also where a value was filled in.
 */
export function withLiteralValues<I18n extends Texts>(i18n: I18n): I18n {
  const t = i18n.t.bind(i18n)
  return Object.assign(i18n, { t: (text: string, values?: Values) => t(text, values && literally(values)) })
}

function literally(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value,
    ]),
  )
}
