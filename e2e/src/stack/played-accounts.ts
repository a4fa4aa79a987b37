import type { Page } from '@playwright/test'

/** The accounts service's answers, by operation. */
export type Played = Record<string, object>

const SESSION = 'x'.repeat(40)
const SENT_BY_MAIL = {
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'd***@h***' },
}

/** A challenge after the password. */
export function question(ChallengeName: string, parameters: Record<string, string> = {}): object {
  return { ChallengeName, Session: SESSION, ChallengeParameters: { USER_ID_FOR_SRP: 'dana', ...parameters } }
}

export function refusal(__type: string, message: string): object {
  return { __type, message }
}

export const SIGNED_UP: object = { UserConfirmed: false, UserSub: 'dana', ...SENT_BY_MAIL }
export const CODE_SENT: object = SENT_BY_MAIL
export const APP_KEY: object = { SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', Session: SESSION }

/** Answers a page instead of the accounts service, to bring it to any of its screens. */
export async function playAccounts(page: Page, answers: Played): Promise<void> {
  await page.route('**/identity/', async (route) => {
    const operation = route.request().headers()['x-amz-target']?.split('.')[1] ?? ''
    const answer = answers[operation] ?? refusal('InvalidParameterException', `Not played: ${operation}`)
    await route.fulfill({ status: '__type' in answer ? 400 : 200, json: answer })
  })
}

/** A token as browsers read it: with claims, but without a valid signature. */
function token(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none' })}.${encode(claims)}.x`
}

/** A complete sign-in of a person with unverified email and phone. */
export function unprovedPerson(origin: string): Played {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'dana', iat: now, exp: now + 3600, iss: `${origin}/identity/us-east-1_Played1` }
  const unproved = { email: 'dana@halden.example', phone_number: '+19375550110' }
  return {
    InitiateAuth: {
      AuthenticationResult: {
        AccessToken: token({ ...claims, token_use: 'access', username: 'dana' }),
        IdToken: token({ ...claims, token_use: 'id', 'cognito:username': 'dana' }),
        RefreshToken: 'r',
        TokenType: 'Bearer',
        ExpiresIn: 3600,
      },
      ChallengeParameters: {},
    },
    GetId: { IdentityId: 'us-east-1:0' },
    GetCredentialsForIdentity: {
      IdentityId: 'us-east-1:0',
      Credentials: { AccessKeyId: 'a', SecretKey: 's', SessionToken: 't', Expiration: now + 3600 },
    },
    GetUser: {
      Username: 'dana',
      UserAttributes: Object.entries({
        ...unproved,
        email_verified: 'false',
        phone_number_verified: 'false',
      }).map(([Name, Value]) => ({ Name, Value })),
    },
    GetUserAttributeVerificationCode: SENT_BY_MAIL,
  }
}
