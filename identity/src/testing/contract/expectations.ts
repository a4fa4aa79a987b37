import { GetCredentialsForIdentityCommand, GetIdCommand } from '@aws-sdk/client-cognito-identity'
import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserAuthFactorsCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  ListDevicesCommand,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { assert, assertRefused, type Expectation } from './expectation.ts'
import type { Person } from './person.ts'
import type { Service } from './service.ts'

const SITE_ID = 'custom:rewards_site_id'
const WRONG = 'Incorrect username or password.'
const HIDE_USERS = 'In the app client choose "Prevent user existence errors: enabled".'
const REFRESH =
  'In the app client switch on refresh token rotation with a grace period of 60 seconds, and leave ALLOW_REFRESH_TOKEN_AUTH out.'

/** In the order they are checked: one user walks through all of them. */
export const EXPECTATIONS: Expectation[] = [
  {
    name: 'staff opens an account under the name email#site',
    advice:
      'The AWS credentials need cognito-idp:AdminCreateUser. The pool must sign in by user name, with neither email as sign-in name nor an email alias, and needs the custom attribute rewards_site_id (string, not mutable).',
    async check(_service, person) {
      const { User } = await person.openAccount()
      assert(User?.Username === person.username, `The name became ${User?.Username}.`)
      assert(User.UserStatus === 'FORCE_CHANGE_PASSWORD', `The status is ${User.UserStatus}.`)
    },
  },
  {
    name: 'a wrong password and an unknown name are refused alike',
    advice: `${HIDE_USERS} The app client needs ALLOW_USER_PASSWORD_AUTH and no client secret.`,
    async check(_service, person) {
      await assertRefused(person.begin('not-the-Passw0rd!'), 'NotAuthorizedException', WRONG)
      const nobody = person.begin('not-the-Passw0rd!', `nobody-${person.username}`)
      await assertRefused(nobody, 'NotAuthorizedException', WRONG)
    },
  },
  {
    name: 'a temporary password leads to NEW_PASSWORD_REQUIRED, and a weak new one is refused',
    advice:
      'The app client needs ALLOW_USER_PASSWORD_AUTH; the password policy a minimum length of 8 or more.',
    async check(_service, person) {
      const Session = await questionOf(person, 'NEW_PASSWORD_REQUIRED')
      const weak = person.answer('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'short' })
      await assertRefused(weak, 'InvalidPasswordException')
    },
  },
  {
    name: 'an own password opens the session',
    advice:
      'Required attributes of the pool other than email would be asked for here: leave them to the site.',
    async check(_service, person) {
      const Session = await questionOf(person, 'NEW_PASSWORD_REQUIRED')
      const password = person.newPassword()
      const { AuthenticationResult, ChallengeName } = await person.answer('NEW_PASSWORD_REQUIRED', Session, {
        NEW_PASSWORD: password,
      })
      person.password = password
      assert(AuthenticationResult?.IdToken !== undefined, `Next came ${ChallengeName}. Set MFA to optional.`)
    },
  },
  {
    name: 'the tokens say who, for which app and for which site',
    advice:
      'Give the app client read access to email, email_verified and custom:rewards_site_id, and switch token revocation on (origin_jti).',
    async check(service, person) {
      const { IdToken, AccessToken } = await person.signIn()
      const id = await verified(service, IdToken)
      const access = await verified(service, AccessToken)
      assertClaims(id, {
        token_use: 'id',
        aud: service.clientId,
        'cognito:username': person.username,
        email: person.email,
        email_verified: true,
        [SITE_ID]: service.siteId,
      })
      assertClaims(access, {
        token_use: 'access',
        client_id: service.clientId,
        username: person.username,
        scope: 'aws.cognito.signin.user.admin',
        sub: id.sub,
        iss: id.iss,
      })
      assert(String(id.iss).endsWith(`/${service.userPoolId}`), `The issuer is ${id.iss}.`)
      for (const { origin_jti, auth_time } of [id, access]) {
        assert(
          typeof origin_jti === 'string' && typeof auth_time === 'number',
          'origin_jti or auth_time is missing.',
        )
      }
    },
  },
  {
    name: 'the sub of an account signs in like its name',
    advice: 'SRP clients name a user by sub after USER_ID_FOR_SRP. Every Cognito pool takes it.',
    async check(service, person) {
      const { IdToken } = await person.signIn()
      const { sub } = await verified(service, IdToken)
      const { AuthenticationResult } = await person.begin(person.password, String(sub))
      assert(AuthenticationResult?.IdToken !== undefined, 'No session was opened.')
    },
  },
  {
    name: 'people learn how they may sign in, and have no devices that are remembered',
    advice: 'Leave device tracking off: the web never confirms a device.',
    async check(service, person) {
      const { AccessToken } = await person.signIn()
      const { ConfiguredUserAuthFactors } = await service.users.send(
        new GetUserAuthFactorsCommand({ AccessToken }),
      )
      assert(
        ConfiguredUserAuthFactors?.includes('PASSWORD') === true,
        `The factors are ${ConfiguredUserAuthFactors}.`,
      )
      const { Devices } = await service.users.send(new ListDevicesCommand({ AccessToken }))
      assert((Devices ?? []).length === 0, 'A device is remembered.')
    },
  },
  {
    name: 'the site of an account never changes',
    advice: 'custom:rewards_site_id must not be mutable. That cannot be changed later: make a new pool.',
    async check(service, person) {
      const { AccessToken } = await person.signIn()
      const change = { Name: SITE_ID, Value: 'another' }
      const outcome = await service.users
        .send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [change] }))
        .then(
          () => 'done',
          () => 'refused',
        )
      const { UserAttributes = [] } = await service.users.send(new GetUserCommand({ AccessToken }))
      const site = UserAttributes.find(({ Name }) => Name === SITE_ID)?.Value
      assert(
        outcome === 'refused' && site === service.siteId,
        `The change was ${outcome}; the site is ${site} now.`,
      )
    },
  },
  {
    name: 'signing up under a name that is taken is refused by name',
    advice:
      'Switch self-registration on, and give the app client write access to email and custom:rewards_site_id.',
    async check({ users, clientId: ClientId, siteId }, person) {
      const signUp = new SignUpCommand({
        ClientId,
        Username: person.username,
        Password: person.newPassword(),
        UserAttributes: [
          { Name: 'email', Value: person.email },
          { Name: SITE_ID, Value: siteId },
        ],
      })
      await assertRefused(users.send(signUp), 'UsernameExistsException')
    },
  },
  {
    name: 'a second code for a confirmed account is refused in the words the web compares, or told as to a stranger',
    advice: 'None: the text is the service’s own. Report it, and the web must follow.',
    async check({ users, clientId: ClientId }, { username: Username }) {
      // Laurel's own service says it only to who signed up; this account was opened by staff.
      const told = await users
        .send(new ResendConfirmationCodeCommand({ ClientId, Username }))
        .catch((cause) => {
          const { name, message } = cause as Error
          assert(
            name === 'InvalidParameterException' && message === 'User is already confirmed.',
            `${name}: ${message}`,
          )
        })
      if (told) assert(told.CodeDeliveryDetails?.Destination !== undefined, 'The answer names no delivery.')
    },
  },
  {
    name: 'a forgotten password does not reveal which names exist',
    advice: HIDE_USERS,
    async check({ users, clientId: ClientId }, person) {
      const Username = `nobody-${person.username}`
      const { CodeDeliveryDetails } = await users.send(new ForgotPasswordCommand({ ClientId, Username }))
      assert(
        CodeDeliveryDetails?.Destination !== undefined,
        'The answer names no delivery for an unknown name.',
      )
      const guess = new ConfirmForgotPasswordCommand({
        ClientId,
        Username,
        ConfirmationCode: '000000',
        Password: person.newPassword(),
      })
      await assertRefused(users.send(guess), 'CodeMismatchException')
    },
  },
  {
    name: 'refreshing keeps the session, and two tabs may do it at once',
    advice: REFRESH,
    async check({ users, clientId: ClientId }, person) {
      const first = await person.signIn()
      const refresh = () =>
        users.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: first.RefreshToken }))
      for (const { AuthenticationResult } of [await refresh(), await refresh()]) {
        assert(AuthenticationResult?.IdToken !== undefined, 'No identity token came back.')
        const { sub, origin_jti, auth_time } = decodeJwt(first.IdToken)
        assertClaims(decodeJwt(AuthenticationResult.IdToken), { sub, origin_jti, auth_time })
      }
      const unknown = new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: 'x'.repeat(43) })
      await assertRefused(users.send(unknown), 'NotAuthorizedException')
    },
  },
  {
    name: 'an unknown Session is refused',
    advice: 'None: report it.',
    async check(_service, person) {
      const Session = 'x'.repeat(64)
      const answer = person.answer('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: person.newPassword() })
      await assertRefused(answer, 'NotAuthorizedException')
    },
  },
  {
    name: 'an authenticator app is set up by its first code',
    advice: 'Set MFA to optional and offer authenticator apps (TOTP).',
    async check({ users }, person) {
      const { AccessToken } = await person.signIn()
      const { SecretCode } = await users.send(new AssociateSoftwareTokenCommand({ AccessToken }))
      assert(SecretCode !== undefined && /^[A-Z2-7]{16,}$/.test(SecretCode), 'There is no secret to scan.')
      person.useSecret(SecretCode)
      const verify = (UserCode: string) =>
        users.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode, FriendlyDeviceName: 'contract' }))
      const wrong = person.code() === '000000' ? '111111' : '000000'
      await assertRefused(verify(wrong), 'EnableSoftwareTokenMFAException')
      const { Status } = await verify(person.code())
      assert(Status === 'SUCCESS', `The status is ${Status}.`)
      const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
      await users.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }))
      const { PreferredMfaSetting } = await users.send(new GetUserCommand({ AccessToken }))
      assert(PreferredMfaSetting === 'SOFTWARE_TOKEN_MFA', `The preferred factor is ${PreferredMfaSetting}.`)
    },
  },
  {
    name: 'signing in asks for the app’s code, and it can be switched off again',
    advice: 'Set MFA to optional and offer authenticator apps (TOTP).',
    async check(service, person) {
      await service.waitForNextCode()
      const Session = await questionOf(person, 'SOFTWARE_TOKEN_MFA')
      const wrong = person.code() === '000000' ? '111111' : '000000'
      const enter = (session: string, SOFTWARE_TOKEN_MFA_CODE: string) =>
        person.answer('SOFTWARE_TOKEN_MFA', session, { SOFTWARE_TOKEN_MFA_CODE })
      await assertRefused(enter(Session, wrong), 'CodeMismatchException')
      const { AuthenticationResult } = await enter(Session, person.code())
      const AccessToken = AuthenticationResult?.AccessToken
      assert(AccessToken !== undefined, 'The right code opened no session.')
      const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false }
      await service.users.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }))
      await person.signIn()
    },
  },
  {
    name: 'changing the password needs the old one, which then opens nothing',
    advice: 'None: report it.',
    async check({ users }, person) {
      const { AccessToken } = await person.signIn()
      const change = (PreviousPassword: string, ProposedPassword: string) =>
        users.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }))
      const next = person.newPassword()
      await assertRefused(change('not-the-Passw0rd!', next), 'NotAuthorizedException', WRONG)
      await change(person.password, next)
      const old = person.password
      person.password = next
      await assertRefused(person.begin(old), 'NotAuthorizedException', WRONG)
    },
  },
  {
    name: 'signing out ends refreshing',
    advice: 'In the app client switch token revocation on.',
    async check({ users, clientId: ClientId }, person) {
      const { RefreshToken } = await person.signIn()
      await users.send(new RevokeTokenCommand({ ClientId, Token: RefreshToken }))
      const refresh = users.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }))
      await assertRefused(refresh, 'NotAuthorizedException')
    },
  },
  {
    name: 'signing out everywhere ends every session',
    advice: 'None: report it.',
    async check({ users, clientId: ClientId }, person) {
      const { AccessToken } = await person.signIn()
      const { RefreshToken } = await person.signIn()
      await users.send(new GlobalSignOutCommand({ AccessToken }))
      await assertRefused(users.send(new GetUserCommand({ AccessToken })), 'NotAuthorizedException')
      const refresh = users.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }))
      await assertRefused(refresh, 'NotAuthorizedException')
    },
  },
  {
    name: 'guests and users get credentials of the identity pool',
    advice:
      'In the identity pool allow guest access and add this user pool and app client as its identity provider.',
    appliesTo: ({ identityPoolId }) => identityPoolId !== undefined,
    async check({ identities, identityPoolId: IdentityPoolId }, person) {
      const { IdToken } = await person.signIn()
      const issuer = String(decodeJwt(IdToken).iss).replace(/^https?:\/\//, '')
      const named = []
      for (const Logins of [{}, { [issuer]: IdToken }]) {
        const { IdentityId } = await identities.send(new GetIdCommand({ IdentityPoolId, Logins }))
        const { Credentials } = await identities.send(
          new GetCredentialsForIdentityCommand({ IdentityId, Logins }),
        )
        assert(Credentials?.SecretKey !== undefined, 'No credentials came back.')
        named.push(IdentityId)
      }
      assert(named[0] !== named[1], 'The user has the guest’s identity.')
    },
  },
  {
    name: 'people close their account, and its name is unknown again',
    advice: 'Give the app client the scope aws.cognito.signin.user.admin.',
    async check(_service, person) {
      await person.closeAccount()
      await assertRefused(person.begin(), 'NotAuthorizedException', WRONG)
    },
  },
]

async function questionOf(person: Person, name: string): Promise<string> {
  const { ChallengeName, Session } = await person.begin()
  assert(
    ChallengeName === name && Session !== undefined,
    `Instead of ${name} came ${ChallengeName ?? 'tokens'}.`,
  )
  return Session
}

async function verified(service: Service, token: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, createRemoteJWKSet(service.jwks), { currentDate: service.now() })
  return payload
}

function assertClaims(claims: JWTPayload, expected: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(expected)) {
    assert(
      claims[name] === value,
      `The claim ${name} is ${JSON.stringify(claims[name])}, not ${JSON.stringify(value)}.`,
    )
  }
}
