/** OAuth error codes of the authorization endpoint (RFC 6749 §4.1.2.1). */
type RefusalError =
  | 'access_denied'
  | 'invalid_request'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'unsupported_response_type'

/** A refused sign-in with a message for the person, in printable ASCII as OAuth requires. */
export class SocialRefusal extends Error {
  override readonly name = 'SocialRefusal'
  readonly error: RefusalError

  constructor(error: RefusalError, description: string) {
    super(description)
    this.error = error
  }
}

/** A request without a known app: answered with an error page, never redirected. */
export class DeadEnd extends Error {
  override readonly name = 'DeadEnd'
}

export const denied = (description: string) => new SocialRefusal('access_denied', description)

export const unavailable = (provider: string) =>
  new SocialRefusal(
    'temporarily_unavailable',
    `We couldn't get your details from ${provider}. Try again, or sign in with your email and password.`,
  )

/** An error page for requests without a known app. Its text never contains input. */
export function deadEndPage(text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in</title>
<h1>We couldn't sign you in</h1>
<p>${text}</p>
<p><a href="/">Back to the site</a></p>
</html>
`
}
