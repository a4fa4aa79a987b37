/** OAuth's words for why an app gets no code (RFC 6749 §4.1.2.1). */
type RefusalError =
  | 'access_denied'
  | 'invalid_request'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'unsupported_response_type'

/** A sign-in that ends, told to the app in words a person can read: printable ASCII, as OAuth demands. */
export class SocialRefusal extends Error {
  override readonly name = 'SocialRefusal'
  readonly error: RefusalError

  constructor(error: RefusalError, description: string) {
    super(description)
    this.error = error
  }
}

/** A request that belongs to no app we know: it ends on a page of ours and leads nowhere. */
export class DeadEnd extends Error {
  override readonly name = 'DeadEnd'
}

export const denied = (description: string) => new SocialRefusal('access_denied', description)

export const unavailable = (provider: string) =>
  new SocialRefusal(
    'temporarily_unavailable',
    `${provider} could not tell us who you are just now. Try again, or sign in with your email and password.`,
  )
