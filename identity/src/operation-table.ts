import type { Operation } from './operation.ts'
import { adminCreateUser } from './operations/admin-create-user.ts'
import { adminDisableUser } from './operations/admin-disable-user.ts'
import { adminEnableUser } from './operations/admin-enable-user.ts'
import { adminGetUser } from './operations/admin-get-user.ts'
import { adminInitiateAuth } from './operations/admin-initiate-auth.ts'
import { adminResetUserPassword } from './operations/admin-reset-user-password.ts'
import { associateSoftwareToken } from './operations/associate-software-token.ts'
import { changePassword } from './operations/change-password.ts'
import { confirmForgotPassword } from './operations/confirm-forgot-password.ts'
import { confirmSignUp } from './operations/confirm-sign-up.ts'
import { deleteUser } from './operations/delete-user.ts'
import { deleteUserAttributes } from './operations/delete-user-attributes.ts'
import { forgotPassword } from './operations/forgot-password.ts'
import { getCredentialsForIdentity } from './operations/get-credentials-for-identity.ts'
import { getId } from './operations/get-id.ts'
import { getOpenIdToken } from './operations/get-open-id-token.ts'
import { getTokensFromRefreshToken } from './operations/get-tokens-from-refresh-token.ts'
import { getUser } from './operations/get-user.ts'
import { getUserAttributeVerificationCode } from './operations/get-user-attribute-verification-code.ts'
import { getUserAuthFactors } from './operations/get-user-auth-factors.ts'
import { globalSignOut } from './operations/global-sign-out.ts'
import { initiateAuth } from './operations/initiate-auth.ts'
import { listDevices } from './operations/list-devices.ts'
import { listUsers } from './operations/list-users.ts'
import { resendConfirmationCode } from './operations/resend-confirmation-code.ts'
import { respondToAuthChallenge } from './operations/respond-to-auth-challenge.ts'
import { revokeToken } from './operations/revoke-token.ts'
import { setUserMfaPreference } from './operations/set-user-mfa-preference.ts'
import { signUp } from './operations/sign-up.ts'
import { updateUserAttributes } from './operations/update-user-attributes.ts'
import { verifySoftwareToken } from './operations/verify-software-token.ts'
import { verifyUserAttribute } from './operations/verify-user-attribute.ts'
import {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  startWebAuthnRegistration,
} from './operations/web-authn.ts'

/** Every operation, by its `x-amz-target`. A new one is a file and a line here. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    'AWSCognitoIdentityProviderService.AdminCreateUser': adminCreateUser,
    'AWSCognitoIdentityProviderService.AdminDisableUser': adminDisableUser,
    'AWSCognitoIdentityProviderService.AdminEnableUser': adminEnableUser,
    'AWSCognitoIdentityProviderService.AdminGetUser': adminGetUser,
    'AWSCognitoIdentityProviderService.AdminInitiateAuth': adminInitiateAuth,
    'AWSCognitoIdentityProviderService.AdminResetUserPassword': adminResetUserPassword,
    'AWSCognitoIdentityProviderService.AssociateSoftwareToken': associateSoftwareToken,
    'AWSCognitoIdentityProviderService.ChangePassword': changePassword,
    'AWSCognitoIdentityProviderService.CompleteWebAuthnRegistration': completeWebAuthnRegistration,
    'AWSCognitoIdentityProviderService.ConfirmForgotPassword': confirmForgotPassword,
    'AWSCognitoIdentityProviderService.ConfirmSignUp': confirmSignUp,
    'AWSCognitoIdentityProviderService.DeleteUser': deleteUser,
    'AWSCognitoIdentityProviderService.DeleteUserAttributes': deleteUserAttributes,
    'AWSCognitoIdentityProviderService.DeleteWebAuthnCredential': deleteWebAuthnCredential,
    'AWSCognitoIdentityProviderService.ForgotPassword': forgotPassword,
    'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken': getTokensFromRefreshToken,
    'AWSCognitoIdentityProviderService.GetUser': getUser,
    'AWSCognitoIdentityProviderService.GetUserAttributeVerificationCode': getUserAttributeVerificationCode,
    'AWSCognitoIdentityProviderService.GetUserAuthFactors': getUserAuthFactors,
    'AWSCognitoIdentityProviderService.GlobalSignOut': globalSignOut,
    'AWSCognitoIdentityProviderService.InitiateAuth': initiateAuth,
    'AWSCognitoIdentityProviderService.ListDevices': listDevices,
    'AWSCognitoIdentityProviderService.ListUsers': listUsers,
    'AWSCognitoIdentityProviderService.ListWebAuthnCredentials': listWebAuthnCredentials,
    'AWSCognitoIdentityProviderService.ResendConfirmationCode': resendConfirmationCode,
    'AWSCognitoIdentityProviderService.RespondToAuthChallenge': respondToAuthChallenge,
    'AWSCognitoIdentityProviderService.RevokeToken': revokeToken,
    'AWSCognitoIdentityProviderService.SetUserMFAPreference': setUserMfaPreference,
    'AWSCognitoIdentityProviderService.SignUp': signUp,
    'AWSCognitoIdentityProviderService.StartWebAuthnRegistration': startWebAuthnRegistration,
    'AWSCognitoIdentityProviderService.UpdateUserAttributes': updateUserAttributes,
    'AWSCognitoIdentityProviderService.VerifySoftwareToken': verifySoftwareToken,
    'AWSCognitoIdentityProviderService.VerifyUserAttribute': verifyUserAttribute,
    'AWSCognitoIdentityService.GetCredentialsForIdentity': getCredentialsForIdentity,
    'AWSCognitoIdentityService.GetId': getId,
    'AWSCognitoIdentityService.GetOpenIdToken': getOpenIdToken,
  }),
)
