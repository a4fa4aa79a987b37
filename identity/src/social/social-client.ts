/** Sign-in providers, as named in settings and site data. */
export type SocialProvider = 'Google' | 'Apple' | 'Amazon' | 'Facebook'

/** A provider's endpoints, if not the usual ones. */
export type PlainEndpoints = { authorization: string; token: string; userinfo: string }

/** A site's registration at a provider. Its secrets are read at each start and kept in memory only. */
export type SocialClient =
  | { provider: 'Google'; clientId: string; clientSecret: string; issuer?: string | undefined }
  | {
      provider: 'Apple'
      clientId: string
      teamId: string
      keyId: string
      /** PKCS #8 in PEM, as downloaded from Apple. */
      privateKey: string
      issuer?: string | undefined
    }
  | {
      provider: 'Amazon' | 'Facebook'
      clientId: string
      clientSecret: string
      /** These providers don't say whether an address is verified; the operator decides to trust it. */
      trustEmail: boolean
      endpoints?: PlainEndpoints | undefined
    }

/** A pool's settings for sign-in with other services. */
export type PoolSocial = {
  clients: readonly SocialClient[]
  /** The exact redirect addresses after sign-in and sign-out. */
  addresses: readonly string[]
}

/** Looks up a pool's services; undefined when the site has none. */
export type FindSocial = (poolId: string) => Promise<PoolSocial | undefined>
