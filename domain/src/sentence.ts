/** Ends a sentence whose last word may bring its own period: "from Acorn & Co.", not "Co..". */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
