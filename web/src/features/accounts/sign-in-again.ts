import { confirmSignIn, type SignInInput, type SignInOutput, signIn } from 'aws-amplify/auth'

export type SignInAgain = ReturnType<typeof makeSignInAgain>
type Credentials = Pick<SignInInput, 'username' | 'password' | 'options'>

/**
 * Sends a second factor's code once more. The protocol knows no such request, so the sign-in begins
 * again with what was given a moment ago; it is kept in memory while the sign-in screens stand open.
 */
export function makeSignInAgain() {
  let given: Credentials | undefined
  /** Answers on the way to the code, by the step that asks for them. */
  let answers: Record<string, string> = {}
  let isConfirmed = false

  let wantsCode = false

  return {
    /** The next sign-in is by a code that is emailed, not by a password. */
    wishForCode(): void {
      wantsCode = true
    },
    takeCodeWish(): boolean {
      const wanted = wantsCode
      wantsCode = false
      return wanted
    },
    remember(credentials: Credentials): void {
      given = credentials
      answers = {}
      isConfirmed = false
    },
    rememberPassword(password: string): void {
      if (given) given = { ...given, password }
    },
    /** @returns whether signing in can go on with the password that was given */
    rememberConfirmed(username: string): boolean {
      isConfirmed = given?.password !== undefined && given.username === username
      return isConfirmed
    },
    takeConfirmedPassword(): string | undefined {
      const password = isConfirmed ? given?.password : undefined
      isConfirmed = false
      return password
    },
    /** Keeps an answer that led here: a kind of factor, the email to set up. A code is used up. */
    rememberAnswer(answer: string): void {
      if (/^(SMS|EMAIL|TOTP)$/.test(answer)) {
        answers.CONTINUE_SIGN_IN_WITH_MFA_SELECTION = answer
        answers.CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION = answer
      } else if (answer.includes('@')) answers.CONTINUE_SIGN_IN_WITH_EMAIL_SETUP = answer
    },
    async signInAgain(): Promise<SignInOutput> {
      if (!given) throw new Error('Go back and sign in again for a new code.')
      let outcome: SignInOutput = await signIn(given)
      for (;;) {
        const challengeResponse = answers[outcome.nextStep.signInStep]
        if (challengeResponse === undefined) return outcome
        outcome = await confirmSignIn({ challengeResponse })
      }
    },
  }
}
