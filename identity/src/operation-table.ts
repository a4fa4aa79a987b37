import type { Operation } from './operation.ts'
import { confirmForgotPassword } from './operations/confirm-forgot-password.ts'
import { confirmSignUp } from './operations/confirm-sign-up.ts'
import { forgotPassword } from './operations/forgot-password.ts'
import { getTokensFromRefreshToken } from './operations/get-tokens-from-refresh-token.ts'
import { getUser } from './operations/get-user.ts'
import { initiateAuth } from './operations/initiate-auth.ts'
import { resendConfirmationCode } from './operations/resend-confirmation-code.ts'
import { respondToAuthChallenge } from './operations/respond-to-auth-challenge.ts'
import { signUp } from './operations/sign-up.ts'

/** Everything this service answers, by its `x-amz-target`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    'AWSCognitoIdentityProviderService.ConfirmForgotPassword': confirmForgotPassword,
    'AWSCognitoIdentityProviderService.ConfirmSignUp': confirmSignUp,
    'AWSCognitoIdentityProviderService.ForgotPassword': forgotPassword,
    'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken': getTokensFromRefreshToken,
    'AWSCognitoIdentityProviderService.GetUser': getUser,
    'AWSCognitoIdentityProviderService.InitiateAuth': initiateAuth,
    'AWSCognitoIdentityProviderService.ResendConfirmationCode': resendConfirmationCode,
    'AWSCognitoIdentityProviderService.RespondToAuthChallenge': respondToAuthChallenge,
    'AWSCognitoIdentityProviderService.SignUp': signUp,
  }),
)
