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
