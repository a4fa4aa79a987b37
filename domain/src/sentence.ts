/** Ends a sentence whose last word may already end in a period: "from Acorn & Co.", not "Co..". */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
