/** Somebody's own words as a sentence: with one full stop, whether or not they set it. */
export function withStop(words: string): string {
  const said = words.trim()
  return /[.!?…]$/.test(said) ? said : `${said}.`
}
