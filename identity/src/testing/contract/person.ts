import { randomBytes } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  type AuthenticationResultType,
  DeleteUserCommand,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { Secret, TOTP } from 'otpauth'
import type { Service } from './service.ts'

const makePassword = () => `Kw-${randomBytes(9).toString('base64url')}-7z`

/** The one user of a run. No mail is sent to them: staff opens the account and keeps the password. */
export class Person {
  readonly service: Service
  readonly email: string
  readonly username: string
  password = makePassword()
  authenticator: TOTP | undefined

  constructor(service: Service) {
    this.service = service
    this.email = `contract-${randomBytes(6).toString('hex')}@example.com`
    this.username = `${this.email}#${service.siteId}`
  }

  openAccount() {
    return this.service.users.send(
      new AdminCreateUserCommand({
        UserPoolId: this.service.userPoolId,
        Username: this.username,
        TemporaryPassword: this.password,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: this.email },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'custom:rewards_site_id', Value: this.service.siteId },
        ],
      }),
    )
  }

  begin(password = this.password, username = this.username): Promise<InitiateAuthCommandOutput> {
    return this.service.users.send(
      new InitiateAuthCommand({
        ClientId: this.service.clientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password },
      }),
    )
  }

  answer(ChallengeName: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA', Session: string, answers: object) {
    return this.service.users.send(
      new RespondToAuthChallengeCommand({
        ClientId: this.service.clientId,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: this.username, ...answers },
      }),
    )
  }

  newPassword(): string {
    return makePassword()
  }

  useSecret(secret: string): void {
    this.authenticator = new TOTP({ secret: Secret.fromBase32(secret) })
  }

  /** What the authenticator app shows now. */
  code(): string {
    if (!this.authenticator)
      throw new Error('There is no authenticator app: an expectation before this one failed.')
    return this.authenticator.generate({ timestamp: this.service.now().getTime() })
  }

  /** Signs in by password; whatever else is asked is a failure. */
  async signIn(): Promise<
    Required<Pick<AuthenticationResultType, 'AccessToken' | 'IdToken' | 'RefreshToken'>>
  > {
    const { AuthenticationResult: tokens, ChallengeName } = await this.begin()
    if (!tokens?.AccessToken || !tokens.IdToken || !tokens.RefreshToken) {
      throw new Error(`Instead of tokens came the question ${ChallengeName}.`)
    }
    const { AccessToken, IdToken, RefreshToken } = tokens
    return { AccessToken, IdToken, RefreshToken }
  }

  async closeAccount(): Promise<void> {
    const { AccessToken } = await this.signIn()
    await this.service.users.send(new DeleteUserCommand({ AccessToken }))
  }

  /** When the run broke off before the account could be closed by its owner. */
  async removeByStaff(): Promise<void> {
    const { userPoolId: UserPoolId, users } = this.service
    await users.send(new AdminDeleteUserCommand({ UserPoolId, Username: this.username }))
  }
}
