export const TAX_NUMBER_INVALID = 'A tax number has nine digits, such as 12-3456789.'

/**
 * Reads an employer (12-3456789) or social security number (123-45-6789), with or without its hyphens.
 *
 * @returns the number as it is kept, nine bare digits being read as an employer's; undefined when it is neither
 */
export function normalizeTaxNumber(text: string): string | undefined {
  const trimmed = text.replace(/\s+/g, '')
  if (!/^(\d{9}|\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/.test(trimmed)) return undefined

  const digits = trimmed.replaceAll('-', '')
  if (/^0+$/.test(digits)) return undefined
  const isSocialSecurity = trimmed.length === 11
  return isSocialSecurity ? trimmed : `${digits.slice(0, 2)}-${digits.slice(2)}`
}

/** All that is ever shown of a tax number again. */
export function taxNumberLastFour(taxNumber: string): string {
  return taxNumber.slice(-4)
}
