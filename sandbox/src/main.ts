import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { makeApp } from './app.ts'
import { BadSetting, DEMO_TERMINALS, type Terminal } from './converge/terminals.ts'
import { makeFaults } from './faults/faults.ts'
import { isLoopback } from './loopback.ts'
import type { Mail } from './mail/mail.ts'
import { makeSmtpServer } from './mail/smtp.ts'
import { makeMessageBox } from './message-box.ts'
import { MODEL_DEMO } from './model/model.routes.ts'
import { PLACES_DEMO } from './places/places.routes.ts'
import { S3_DEMO } from './s3/signed-s3-requests.ts'
import { readSettings } from './settings.ts'
import { UPS_DEMO } from './ups/ups.routes.ts'
import { USPS_DEMO } from './usps/usps.routes.ts'

export { DEMO_TERMINALS, MODEL_DEMO, PLACES_DEMO, S3_DEMO, UPS_DEMO, USPS_DEMO }

export type SandboxOptions = {
  /** 0 picks a free one. */
  port: number
  smtpPort: number
  host?: '127.0.0.1' | '::1' | 'localhost'
  terminals?: readonly Terminal[]
  /** Folder that keeps transactions across restarts; without it they're only in memory. */
  dataDir?: string
  now?: () => Date
}

export type Sandbox = { origin: string; port: number; smtpPort: number; close(): Promise<void> }

/**
 * Starts simulators of the systems outside Laurel: payment page, carriers, storage, mail, text messages, and a language
 * model. They listen on this machine only.
 *
 * @throws if a port is taken; then nothing is left listening
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', terminals = DEMO_TERMINALS, dataDir, now = () => new Date() } = options
  if (!isLoopback(host)) throw new BadSetting(`the sandbox listens on this machine only, not on ${host}`)

  const faults = makeFaults()
  const inbox = makeMessageBox<Mail>(now)
  const smtp = makeSmtpServer(inbox, faults)
  const smtpPort = () => (smtp.server.address() as AddressInfo | null)?.port ?? 0
  const app = await makeApp({ terminals, inbox, faults, dataDir, now, smtpPort })

  const mailListens = once(smtp.listen(options.smtpPort, host), 'listening')
  // After startup, a client that disconnects midway isn't a reason to stop.
  smtp.on('error', (cause) => console.warn('mail connection failed', cause.message))
  const closeMail = () => new Promise<void>((done) => smtp.close(done))
  await mailListens
  try {
    await app.listen({ port: options.port, host })
  } catch (cause) {
    await closeMail()
    throw cause
  }

  const { port } = app.server.address() as AddressInfo
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    smtpPort: smtpPort(),
    close: async () => {
      await Promise.all([app.close(), closeMail()])
    },
  }
}

if (import.meta.main) {
  try {
    const sandbox = await startSandbox(readSettings(process.env))
    let isClosing = false
    const stop = () => {
      if (isClosing) return
      isClosing = true
      sandbox.close().then(() => process.exit(0))
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    console.info(`Sandbox: ${sandbox.origin}/ (mail on port ${sandbox.smtpPort})`)
  } catch (cause) {
    console.error(sentence(cause) ?? cause)
    process.exitCode = 1
  }
}

function sentence(cause: unknown): string | undefined {
  if (cause instanceof BadSetting) return cause.message
  const { code, port } = cause as { code?: string; port?: number }
  if (code !== 'EADDRINUSE') return undefined
  return `Sandbox: port ${port} is in use. Stop what uses it, or set SANDBOX_PORT or SANDBOX_SMTP_PORT.`
}
