import type { SocialProvider } from './session-accounts.ts'

/** A service that signs in to an account. One this site's settings don't know has a name alone. */
export type LinkedService = { name: string; known: SocialProvider | undefined; linkedAt: string | undefined }

type Identity = { providerName?: unknown; primary?: unknown; dateCreated?: unknown }

/** Services as Amazon Cognito names them. */
const BY_WIRE_NAME = new Map<unknown, SocialProvider>([
  ['Google', 'Google'],
  ['Facebook', 'Facebook'],
  ['LoginWithAmazon', 'Amazon'],
  ['SignInWithApple', 'Apple'],
])

/**
 * Reads Cognito's `identities` attribute. An account that a service opened has a primary service, or
 * none any more, and no password.
 */
export function readIdentities(attribute: string | undefined): {
  hasPassword: boolean
  services: LinkedService[]
} {
  const identities = attribute === undefined ? undefined : parsed(attribute)
  if (!identities) return { hasPassword: true, services: [] }
  return {
    hasPassword: identities.length > 0 && identities.every(({ primary }) => String(primary) !== 'true'),
    services: identities.map(({ providerName, dateCreated }) => {
      const known = BY_WIRE_NAME.get(providerName)
      const at = new Date(Number(dateCreated))
      return {
        name: known ?? String(providerName),
        known,
        linkedAt: Number.isNaN(at.getTime()) ? undefined : at.toISOString(),
      }
    }),
  }
}

function parsed(attribute: string): Identity[] | undefined {
  try {
    const value: unknown = JSON.parse(attribute)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
