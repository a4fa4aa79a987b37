/** Every refusal of this service, by Cognito's name. */
export type CognitoErrorName =
  | 'AccessDeniedException'
  | 'AliasExistsException'
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
 * The accounts service says no, in Cognito's words. Always answered with status 400: clients take
 * 5xx for an outage and try again.
 */
export class CognitoError extends Error {
  override readonly name: CognitoErrorName

  constructor(name: CognitoErrorName, message: string) {
    super(message)
    this.name = name
  }
}

/** Refused without a look at the guess: too many wrong ones came before it. */
export class TooMany extends CognitoError {
  /** Until the next guess is let through. */
  readonly seconds: number

  constructor(name: CognitoErrorName, message: string, seconds: number) {
    super(name, message)
    this.seconds = seconds
  }
}

/** A wrong guess at a password or a code: what those who guess are counted by. */
export class WrongGuess extends CognitoError {}

/** The same words for a wrong password and for a user who does not exist. */
export const wrongCredentials = () =>
  new WrongGuess('NotAuthorizedException', 'Incorrect username or password.')

/** Of a `Session` that was never given, was used, or is another's. */
export const invalidSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user.')

export const expiredSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.')

export const missing = (parameter: string) =>
  new CognitoError('InvalidParameterException', `Missing required parameter ${parameter}`)

export const wrongCode = () =>
  new WrongGuess('CodeMismatchException', 'That code isn’t right. Check it and try again.')

/** Said only after the old one was shown. */
export const samePassword = () =>
  new CognitoError('InvalidPasswordException', 'This is the password you had before. Choose another one.')

export const deadCode = () =>
  new CognitoError('ExpiredCodeException', 'That code no longer works. Send a new one.')

export const tooManyPasswords = (seconds: number) =>
  new TooMany('NotAuthorizedException', 'Too many tries. Wait a few minutes, then try again.', seconds)

/** Of one account or name. */
export const tooManyCodes = (seconds: number) =>
  new TooMany('LimitExceededException', 'Too many tries. Wait a while, then try again.', seconds)

/** Of one network, mailbox, or account in this hour. */
export const tooManyTries = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new TooMany('LimitExceededException', `Too many tries. Try again in ${wait}.`, seconds)
}
