import type { ByHandMethod } from './payment-method.ts'
import type { Texts } from './texts.ts'

export const REMITTANCE_NOTES: Readonly<Record<ByHandMethod, string>> = {
  self_hosted_check: /*i18n*/ 'Write the reference on your check so that we can match your payment.',
  self_hosted_bank: /*i18n*/ 'Include the reference with your transfer so that we can match your payment.',
}

/** The usual labels of payment details. Labels that staff wrote stay as they are. */
const LABELS: ReadonlySet<string> = new Set([
  /*i18n*/ 'Payable to',
  /*i18n*/ 'Mail to',
  /*i18n*/ 'Bank',
  /*i18n*/ 'Account holder',
  /*i18n*/ 'Account number',
  /*i18n*/ 'Routing number',
  /*i18n*/ 'Amount',
  /*i18n*/ 'Reference',
])

export function remittanceLabel(i18n: Texts, label: string): string {
  return LABELS.has(label) ? i18n.t(label) : label
}
