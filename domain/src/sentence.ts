/** Ends a sentence whose last word may already end in a period: "from Acorn & Co.", not "Co..". */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** The same within a text that names were put into: "in Acorn & Co. Until then", not "Co.. Until". */
export function endSentences(text: string): string {
  return text.replaceAll(/(?<!\.)\.\.(?=\s|$)/g, '.')
}
