/** The customer's profile could not be loaded, so that nobody knows whether they may be here. */
export class UserDataProblem extends Error {
  override readonly name = 'UserDataProblem'

  constructor(cause: unknown) {
    super('Failed to load user data', { cause })
  }
}
