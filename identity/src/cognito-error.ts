/** Every refusal of this service, by Cognito's name. */
export type CognitoErrorName =
  | 'AccessDeniedException'
  | 'AliasExistsException'
  | 'CodeDeliveryFailureException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'IncompleteSignatureException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'InvalidSignatureException'
  | 'LimitExceededException'
  | 'MissingAuthenticationTokenException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UnrecognizedClientException'
  | 'UnsupportedUserStateException'
  | 'UserNotConfirmedException'
  | 'UsernameExistsException'
  | 'UserNotFoundException'
  | 'WebAuthnNotEnabledException'

/**
 * A refusal with Cognito's name and message. Always status 400, because clients retry on 5xx.
 */
export class CognitoError extends Error {
  override readonly name: CognitoErrorName

  constructor(name: CognitoErrorName, message: string) {
    super(message)
    this.name = name
  }
}

/** Refused without checking the guess, after too many wrong ones. */
export class TooMany extends CognitoError {
  /** Until the next guess is allowed. */
  readonly seconds: number

  constructor(name: CognitoErrorName, message: string, seconds: number) {
    super(name, message)
    this.seconds = seconds
  }
}

/** A wrong password or code; rate limits count these. */
export class WrongGuess extends CognitoError {}

/** The same message for a wrong password and an unknown user. */
export const wrongCredentials = () =>
  new WrongGuess('NotAuthorizedException', 'Incorrect username or password.')

/** The same whether the account exists or not. */
export const notDelivered = (medium: 'EMAIL' | 'SMS') =>
  new CognitoError(
    'CodeDeliveryFailureException',
    `We can’t send ${medium === 'EMAIL' ? 'email' : 'text messages'} right now. Try again later, or contact support.`,
  )

/** For a `Session` that is unknown, used, or another user's. */
export const invalidSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user.')

export const expiredSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.')

export const missing = (parameter: string) =>
  new CognitoError('InvalidParameterException', `Missing required parameter ${parameter}`)

export const wrongCode = () =>
  new WrongGuess('CodeMismatchException', 'That code isn’t right. Check it and try again.')

/** Only after the right old password. */
export const samePassword = () =>
  new CognitoError('InvalidPasswordException', 'You already use this password. Choose another one.')

export const deadCode = () =>
  new CognitoError('ExpiredCodeException', 'That code no longer works. Send a new one.')

export const tooManyPasswords = (seconds: number) =>
  new TooMany('NotAuthorizedException', 'Too many attempts. Wait a few minutes, then try again.', seconds)

/** Per account or name. */
export const tooManyCodes = (seconds: number) =>
  new TooMany('LimitExceededException', 'Too many attempts. Wait a while, then try again.', seconds)

/** Per network, mailbox, or account in this hour. */
export const tooManyTries = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new TooMany('LimitExceededException', `Too many attempts. Try again in ${wait}.`, seconds)
}
