// Without imports: the journeys' types would include the server's otherwise.

/** An account that staff opened. */
export type OddPerson = {
  site: 'northwind' | 'acorn'
  email: string
  password: string
  attributes?: Record<string, string>
  /**
   * `temporary`: the password has to be changed at the first sign-in; `unverified`: the email isn't verified
   * yet; `reset`: staff asked for a new password.
   */
  standing?: 'temporary' | 'unverified' | 'reset'
}

export type OddShopSettings = {
  /** Accounts settings that replace the demo's, by site and in wire format. */
  sites: Partial<Record<'northwind' | 'acorn', object>>
  people: OddPerson[]
}
