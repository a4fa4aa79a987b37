import { z } from 'zod'
import { CognitoError } from '../cognito-error.ts'
import { ClientId, operation, Password, RefreshToken, Session, Username } from '../operation.ts'
import { signInByPassword } from '../password-sign-in.ts'
import { readPoolOfClient } from '../pools.ts'
import { rotate } from '../sessions.ts'
import { SignUpMetadata } from '../sign-up-mark.ts'
import { openSrp, SrpA } from '../srp-sign-in.ts'
import { signTokens } from '../tokens.ts'
import { openUserAuth, signInAfterSignUp } from '../user-auth.ts'

/** Starts a sign-in, or refreshes a session. */
export const initiateAuth = operation(
  z.discriminatedUnion('AuthFlow', [
    z.object({
      AuthFlow: z.literal('USER_PASSWORD_AUTH'),
      ClientId,
      AuthParameters: z.object({ USERNAME: Username, PASSWORD: Password }),
      ClientMetadata: SignUpMetadata,
    }),
    z.object({
      AuthFlow: z.literal('USER_SRP_AUTH'),
      ClientId,
      AuthParameters: z.object({ USERNAME: Username, SRP_A: SrpA }),
    }),
    z.object({
      AuthFlow: z.literal('USER_AUTH'),
      ClientId,
      Session: Session.optional(),
      AuthParameters: z.object({
        USERNAME: Username,
        PREFERRED_CHALLENGE: z.string().max(64).optional(),
        PASSWORD: Password.optional(),
        SRP_A: SrpA.optional(),
      }),
    }),
    z.object({
      AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
      ClientId,
      AuthParameters: z.object({ REFRESH_TOKEN: RefreshToken }),
    }),
    z.object({ AuthFlow: z.literal('CUSTOM_AUTH'), ClientId }),
  ]),
  async (call, input) => {
    const pool = await readPoolOfClient(call.db, input.ClientId)
    switch (input.AuthFlow) {
      case 'USER_PASSWORD_AUTH': {
        const { USERNAME: username, PASSWORD: password } = input.AuthParameters
        return signInByPassword(call, pool, { username, password, metadata: input.ClientMetadata })
      }
      case 'USER_SRP_AUTH': {
        const { USERNAME: username, SRP_A: A } = input.AuthParameters
        return openSrp(call, pool, { username, A })
      }
      case 'USER_AUTH': {
        const { USERNAME: username, PREFERRED_CHALLENGE: preferred, ...fields } = input.AuthParameters
        return input.Session === undefined
          ? openUserAuth(call, pool, { ...fields, username }, preferred)
          : signInAfterSignUp(call, pool, { username, session: input.Session })
      }
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN': {
        const { user, ...open } = await rotate(call, pool, input.AuthParameters.REFRESH_TOKEN)
        return { AuthenticationResult: await signTokens(call, pool, user, open), ChallengeParameters: {} }
      }
      default:
        throw new CognitoError(
          'InvalidParameterException',
          `${input.AuthFlow} is not enabled for the client.`,
        )
    }
  },
)
