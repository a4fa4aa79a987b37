import { importPKCS8, SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'
import type { SocialClient } from './social-client.ts'

/** Apple accepts up to six months; ours is used right away. */
const SECRET_LIFE_S = 300

/** Apple's client secret: a JWT signed with the key from Apple. */
export function appleSecret(client: Extract<SocialClient, { provider: 'Apple' }>): ClientAuth {
  return async (server, { client_id }, body) => {
    const key = await importPKCS8(client.privateKey, 'ES256')
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: client.keyId })
      .setIssuer(client.teamId)
      .setSubject(client.clientId)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(`${SECRET_LIFE_S}s`)
      .sign(key)
    body.set('client_id', client_id)
    body.set('client_secret', secret)
  }
}
