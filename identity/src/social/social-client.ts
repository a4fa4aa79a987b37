/** The services a person can sign in with, as settings and site data name them. */
export type SocialProvider = 'Google' | 'Apple' | 'Amazon' | 'Facebook'

/** Where a service's three doors are, when not at their usual addresses. */
export type PlainEndpoints = { authorization: string; token: string; userinfo: string }

/** A site's registration at one service. Secrets stay in memory: they come with every start. */
export type SocialClient =
  | { provider: 'Google'; clientId: string; clientSecret: string; issuer?: string | undefined }
  | {
      provider: 'Apple'
      clientId: string
      teamId: string
      keyId: string
      /** PKCS #8 in PEM, as Apple hands it out. */
      privateKey: string
      issuer?: string | undefined
    }
  | {
      provider: 'Amazon' | 'Facebook'
      clientId: string
      clientSecret: string
      /** These services do not say whether an address is confirmed: the operator takes their word for it. */
      trustEmail: boolean
      endpoints?: PlainEndpoints | undefined
    }

/** What a site's pool needs for signing in with other services. */
export type PoolSocial = {
  clients: readonly SocialClient[]
  /** The exact addresses the app may be sent back to, after signing in and after signing out. */
  addresses: readonly string[]
}

/** Looks up a pool's services; undefined when the site has none. */
export type FindSocial = (poolId: string) => Promise<PoolSocial | undefined>
