export const TAX_NUMBER_INVALID = /*i18n*/ 'Enter a tax number with nine digits, such as 12-3456789.'

/**
 * Parses an employer (12-3456789) or social security number (123-45-6789), with or without hyphens.
 *
 * @returns the stored form; nine bare digits are an employer's; undefined if it's neither
 */
export function normalizeTaxNumber(text: string): string | undefined {
  const trimmed = text.replace(/\s+/g, '')
  if (!/^(\d{9}|\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/.test(trimmed)) return undefined

  const digits = trimmed.replaceAll('-', '')
  if (/^0+$/.test(digits)) return undefined
  const isSocialSecurity = trimmed.length === 11
  return isSocialSecurity ? trimmed : `${digits.slice(0, 2)}-${digits.slice(2)}`
}

/** The only part of a tax number that is ever shown again. */
export function taxNumberLastFour(taxNumber: string): string {
  return taxNumber.slice(-4)
}
