/** The provider's errors that the sandbox can return, by number. */
const ERRORS = {
  4009: ['Required Field Not Supplied', 'A required field was not supplied in the authorization request.'],
  4016: ['Permission Denied', 'The terminal or user is not allowed to use this transaction type.'],
  4018: ['Void Error', 'The void failed: the transaction is settled.'],
  4025: ['Invalid Credentials', 'The credentials supplied in the authorization request are invalid.'],
  5002: ['Amount Invalid', 'The amount supplied in the authorization request appears to be invalid.'],
  5019: ['Field Character Limit Exceeded', 'A supplied field is longer than it may be.'],
  5020: ['Field Invalid', 'A supplied field is not valid for this transaction type.'],
  5040: ['Invalid Transaction ID', 'The transaction ID is invalid for this transaction type.'],
  5041: ['Invalid Void', 'The transaction cannot be voided beyond the 10 minute window.'],
  5091: ['Invalid Refund Amount', 'The refund total amount exceeds the original transaction amount.'],
  5095: ['Invalid Search Criteria', 'The search criteria cannot be combined.'],
  5099: ['Invalid Search Date', 'A search date is not valid.'],
  6042: ['Invalid Request Format', 'XML request is not well-formed or request is incomplete.'],
} as const

export type ErrorNumber = keyof typeof ERRORS

/** The provider refuses a request; sent as `errorCode`, `errorName`, `errorMessage`. */
export class ConvergeError extends Error {
  override readonly name = 'ConvergeError'
  readonly fields: Readonly<Record<'errorCode' | 'errorName' | 'errorMessage', string>>

  /** @param field the invalid field, named in the message */
  constructor(number: ErrorNumber, field?: string) {
    const [name, message] = ERRORS[number]
    const errorMessage = field ? `${message} (${field})` : message
    super(errorMessage)
    this.fields = { errorCode: String(number), errorName: name, errorMessage }
  }
}
