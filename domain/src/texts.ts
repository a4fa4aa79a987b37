/**
 * The texts of one language, found by their English text (docs/decisions/0095). Call it `i18n`, and give `t` the
 * text itself: by this, `npm run texts` finds it.
 *
 * @example i18n.t('{giver} sent you {amount}.', { giver, amount })
 */
export type Texts = {
  /** For `Intl`, such as `es-US`. */
  readonly locale: string
  t(text: string, values?: Readonly<Record<string, unknown>>): string
}
