/** Every refusal of this service, by Cognito's name. */
export type CognitoErrorName =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'ExpiredCodeException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UserNotConfirmedException'
  | 'UsernameExistsException'

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

/** The same words for a wrong password and for a user who does not exist. */
export const wrongCredentials = () =>
  new CognitoError('NotAuthorizedException', 'Incorrect username or password.')

export const wrongCode = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.')

export const deadCode = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.')

export const tooManyTries = () =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
