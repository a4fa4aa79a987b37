import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importSPKI, jwtVerify } from 'jose'
import { interactionPolicy, Provider } from 'oidc-provider'
import { generate } from 'selfsigned'
import type { SocialClient } from '../social/social-client.ts'

/** Who sits before the service's page, in every service's form. */
export type LocalPerson = {
  subject: string
  email: string | undefined
  emailVerified: boolean | undefined
  givenName: string
  familyName: string
}

export type LocalProviders = {
  person: LocalPerson
  /** Every token endpoint answers 503 while set. */
  outage: { on: boolean }
  /** A site's registrations at the four. */
  clients: SocialClient[]
  /** What a client has to trust, in PEM. */
  certificate: string
  privateKey: string
  close(): Promise<void>
}

const CLIENT_ID = 'laurel-at-the-service'
const CLIENT_SECRET = 'a secret of the test'
const APPLE = { clientId: 'com.example.laurel', teamId: 'TEAM123456', keyId: 'KEY1234567' }

/** A certificate for this machine's own names, which is its own authority. */
export async function makeCertificate() {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 2, value: '*.localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { cert: made.cert, key: made.private }
}

/**
 * The four services on this machine, over TLS. Google and Apple are a real OpenID Connect server, the
 * other two a plain OAuth server that checks what those check.
 *
 * @param returnTo the addresses they send browsers back to
 */
export async function openLocalProviders(returnTo: string[]): Promise<LocalProviders> {
  const tls = await makeCertificate()
  const person: LocalPerson = {
    subject: randomUUID(),
    email: 'maya@example.com',
    emailVerified: true,
    givenName: 'Maya',
    familyName: 'Lindqvist',
  }
  const outage = { on: false }
  const kit: Kit = { tls, person, outage, returnTo }
  const apple = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

  const google = await openOidc(kit, CLIENT_ID, () => person.emailVerified)
  // Apple writes its booleans as texts.
  const appleServer = await openOidc(kit, APPLE.clientId, () => String(person.emailVerified), apple.publicKey)
  const plain = await openPlain(kit)
  const at = (path: string) => `${plain.origin}${path}`
  const shared = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, trustEmail: true }

  return {
    person,
    outage,
    certificate: tls.cert,
    privateKey: tls.key,
    clients: [
      { provider: 'Google', clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, issuer: google.origin },
      { provider: 'Apple', ...APPLE, privateKey: apple.privateKey, issuer: appleServer.origin },
      {
        provider: 'Amazon',
        ...shared,
        endpoints: { authorization: at('/authorize'), token: at('/token'), userinfo: at('/amazon/profile') },
      },
      {
        provider: 'Facebook',
        ...shared,
        endpoints: { authorization: at('/authorize'), token: at('/token'), userinfo: at('/facebook/me') },
      },
    ],
    close: async () => {
      await Promise.all([google, appleServer, plain].map(({ server }) => closeServer(server)))
    },
  }
}

type Kit = {
  tls: { cert: string; key: string }
  person: LocalPerson
  outage: { on: boolean }
  returnTo: string[]
}

/** Opens a server whose own address its handler has to know. */
async function listen(kit: Kit, makeHandler: (origin: string) => Promise<RequestListener>) {
  const server = createServer(kit.tls)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  server.on('request', await makeHandler(origin))
  return { server, origin }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** @param applePublicKey when set, the client's secret must be a statement signed with its other half */
function openOidc(kit: Kit, clientId: string, emailVerified: () => unknown, applePublicKey?: string) {
  return listen(kit, async (origin) => {
    const { person } = kit
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const policy = interactionPolicy.base()
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

    const provider = new Provider(origin, {
      clients: [
        {
          client_id: clientId,
          client_secret: CLIENT_SECRET,
          redirect_uris: kit.returnTo,
          response_types: ['code'],
          grant_types: ['authorization_code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: [randomUUID()] },
      scopes: ['openid', 'email', 'profile', 'name'],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      conformIdTokenClaims: false,
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, accountId) => ({
        accountId,
        claims: async () => ({
          sub: accountId,
          email: person.email,
          email_verified: emailVerified() as boolean,
          name: `${person.givenName} ${person.familyName}`,
          given_name: person.givenName,
          family_name: person.familyName,
        }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({ clientId, accountId: oidc.session!.accountId! })
        grant.addOIDCScope('openid email profile name')
        await grant.save()
        return grant
      },
    })
    const serve = provider.callback()

    return async (request, response) => {
      const path = request.url!.split('?')[0]!
      if (path.startsWith('/interaction/')) {
        const choice = new URL(request.url!, origin).searchParams.get('choice')
        if (choice === null) return sendChoice(response, person, path)
        const result =
          choice === 'no'
            ? { error: 'access_denied', error_description: 'The person said no' }
            : { login: { accountId: person.subject }, select_account: {} }
        return provider.interactionFinished(request, response, result)
      }
      if (path === '/token' && kit.outage.on) return send(response, 503, { error: 'down' })
      if (path === '/token' && applePublicKey) {
        const form = await readForm(request)
        const isOurs = await isAppleStatement(form.get('client_secret'), applePublicKey, origin)
        form.set('client_secret', isOurs ? CLIENT_SECRET : 'wrong')
        Object.assign(request, { body: Object.fromEntries(form) })
      }
      return serve(request, response)
    }
  })
}

async function isAppleStatement(secret: string | null, publicKey: string, audience: string) {
  const { clientId, teamId, keyId } = APPLE
  try {
    const { protectedHeader } = await jwtVerify(secret ?? '', await importSPKI(publicKey, 'ES256'), {
      issuer: teamId,
      subject: clientId,
      audience,
      requiredClaims: ['exp', 'iat'],
    })
    return protectedHeader.kid === keyId
  } catch {
    return false
  }
}

type PlainGrant = { challenge: string; redirectUri: string }

function openPlain(kit: Kit) {
  const codes = new Map<string, PlainGrant>()
  const accessTokens = new Set<string>()
  const { person } = kit

  return listen(kit, async (origin) => async (request, response) => {
    const url = new URL(request.url!, origin)
    const asked = url.searchParams
    switch (url.pathname) {
      case '/authorize': {
        const redirectUri = asked.get('redirect_uri')!
        const isKnown = asked.get('client_id') === CLIENT_ID && kit.returnTo.includes(redirectUri)
        if (!isKnown || asked.get('code_challenge_method') !== 'S256') {
          return send(response, 400, { error: 'invalid_request' })
        }
        const choice = asked.get('choice')
        if (choice === null) return sendChoice(response, person, request.url!)
        const back = new URL(redirectUri)
        back.searchParams.set('state', asked.get('state')!)
        if (choice === 'no') back.searchParams.set('error', 'access_denied')
        else {
          const code = randomUUID()
          codes.set(code, { challenge: asked.get('code_challenge')!, redirectUri })
          back.searchParams.set('code', code)
        }
        return response.writeHead(302, { location: back.href }).end()
      }
      case '/token': {
        if (kit.outage.on) return send(response, 503, { error: 'down' })
        const form = await readForm(request)
        const grant = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        const verifier = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        const isRight =
          form.get('client_secret') === CLIENT_SECRET &&
          form.get('redirect_uri') === grant?.redirectUri &&
          verifier === grant?.challenge
        if (!isRight) return send(response, 400, { error: 'invalid_grant' })
        const access_token = randomUUID()
        accessTokens.add(access_token)
        return send(response, 200, { access_token, token_type: 'bearer', expires_in: 3600 })
      }
      case '/amazon/profile':
      case '/facebook/me': {
        if (!accessTokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
          return send(response, 401, { error: 'invalid_token' })
        }
        const name = `${person.givenName} ${person.familyName}`
        const { subject, email } = person
        // They don't say so by default.
        const email_verified = person.emailVerified === false ? false : undefined
        return send(
          response,
          200,
          url.pathname === '/facebook/me'
            ? { id: subject, email, email_verified, name }
            : { user_id: subject, email, email_verified, name },
        )
      }
      default:
        return send(response, 404, { error: 'not_found' })
    }
  })
}

/** The service's page, where the person continues or cancels. */
function sendChoice(response: ServerResponse, person: LocalPerson, path: string): void {
  const link = (choice: string) =>
    `${path}${path.includes('?') ? '&' : '?'}choice=${choice}`.replaceAll('&', '&amp;')
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<title>Local service</title>
<h1>Local service</h1>
<p><a href="${link('yes')}">Continue as ${person.email}</a></p>
<p><a href="${link('no')}">Cancel</a></p>
`)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}
