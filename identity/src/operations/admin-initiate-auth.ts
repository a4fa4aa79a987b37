import { z } from 'zod'
import { CognitoError } from '../cognito-error.ts'
import { ClientId, Password, RefreshToken, staffOperation, Username, UserPoolId } from '../operation.ts'
import { signInByPassword } from '../password-sign-in.ts'
import { readPoolOfClient } from '../pools.ts'
import { rotate } from '../sessions.ts'
import { openSrp, SrpA } from '../srp-sign-in.ts'
import { readPool } from '../staff-users.ts'
import { signTokens } from '../tokens.ts'

const target = { UserPoolId, ClientId }

/**
 * Signs a user in for a staff server. Password and second factors are still required; challenges are answered by
 * RespondToAuthChallenge.
 */
export const adminInitiateAuth = staffOperation(
  z.discriminatedUnion('AuthFlow', [
    z.object({
      ...target,
      AuthFlow: z.enum(['ADMIN_USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH']),
      AuthParameters: z.object({ USERNAME: Username, PASSWORD: Password }),
    }),
    z.object({
      ...target,
      AuthFlow: z.literal('USER_SRP_AUTH'),
      AuthParameters: z.object({ USERNAME: Username, SRP_A: SrpA }),
    }),
    z.object({
      ...target,
      AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
      AuthParameters: z.object({ REFRESH_TOKEN: RefreshToken }),
    }),
    z.object({ ...target, AuthFlow: z.enum(['USER_PASSWORD_AUTH', 'USER_AUTH', 'CUSTOM_AUTH']) }),
  ]),
  async (call, input) => {
    await readPool(call.db, input.UserPoolId)
    const pool = await readPoolOfClient(call.db, input.ClientId)
    if (pool.pool_id !== input.UserPoolId) {
      throw new CognitoError(
        'ResourceNotFoundException',
        `User pool client ${input.ClientId} does not exist.`,
      )
    }
    switch (input.AuthFlow) {
      case 'ADMIN_USER_PASSWORD_AUTH':
      case 'ADMIN_NO_SRP_AUTH': {
        const { USERNAME: username, PASSWORD: password } = input.AuthParameters
        return signInByPassword(call, pool, { username, password })
      }
      case 'USER_SRP_AUTH': {
        const { USERNAME: username, SRP_A: A } = input.AuthParameters
        return openSrp(call, pool, { username, A })
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
