import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type LocalProviders,
  makeCertificate,
  openLocalProviders,
} from '../../../identity/src/testing/local-providers.ts'
import { freePort, launch } from './start-stack.ts'

/** The shop behind a TLS proxy, with the four services people sign in with. */
export type TlsShop = { origin: string; providers: LocalProviders; close(): Promise<void> }

export async function openTlsShop(): Promise<TlsShop> {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-tls-'))
  const [port, shopPort] = await Promise.all([freePort(), freePort()])
  const origin = `https://localhost:${port}`
  const providers = await openLocalProviders([`${origin}/identity/oauth2/idpresponse`])

  const socialFile = join(folder, 'social.json')
  writeFileSync(
    socialFile,
    JSON.stringify({ northwind: Object.fromEntries(providers.clients.map(asSetting)) }),
  )
  const certificateFile = join(folder, 'services.pem')
  writeFileSync(certificateFile, providers.certificate)

  const server = await launch('server/src/main.ts', 'laurel: ready', {
    PORT: String(shopPort),
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '1',
    DATA_DIR: join(folder, 'data'),
    IDENTITY_SOCIAL_FILE: socialFile,
    // Trusts the services' certificate by name; its contents are checked as usual.
    NODE_EXTRA_CA_CERTS: certificateFile,
    LOG_LEVEL: 'error',
  })
  const proxy = await openProxy(port, shopPort)

  return {
    origin,
    providers,
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await stop(server)
      await providers.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function asSetting(client: LocalProviders['clients'][number]): [string, object] {
  switch (client.provider) {
    case 'Google': {
      const { clientId: client_id, clientSecret: client_secret, issuer } = client
      return [client.provider, { client_id, client_secret, issuer }]
    }
    case 'Apple': {
      const { clientId: client_id, teamId: team_id, keyId: key_id, privateKey: private_key, issuer } = client
      return [client.provider, { client_id, team_id, key_id, private_key, issuer }]
    }
    default: {
      const { clientId: client_id, clientSecret: client_secret, endpoints } = client
      return [client.provider, { client_id, client_secret, endpoints, trust_email: true }]
    }
  }
}

async function openProxy(port: number, shopPort: number): Promise<Server> {
  const proxy = createServer(await makeCertificate(), (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-host': incoming.headers.host,
      'x-forwarded-proto': 'https',
    }
    const { method, url: path } = incoming
    const onward = request({ host: '127.0.0.1', port: shopPort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return proxy
}

function stop(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}
