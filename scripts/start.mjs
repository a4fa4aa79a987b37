// `npm start`: installs, builds, then runs the shop and the sandbox until it is stopped.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { banner } from './banner.mjs'
import { buildWeb, install, loadSettings, ROOT, SERVER, said, start } from './prepare.mjs'

install()
buildWeb()

loadSettings()
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data')
const port = process.env.PORT || '3000'
const sandboxPort = process.env.SANDBOX_PORT || '3001'
const hasDemo = process.env.DEMO ? process.env.DEMO === '1' : !process.env.DATABASE_URL
// Only the demo has simulators, unless it has its own mail server and payment provider.
const withSandbox = hasDemo && !(process.env.SMTP_URL && process.env.PAYMENT_XML_URL)

const children = []
let setupLink
let stopping = false
function stop(code) {
  if (stopping) return
  stopping = true
  const ends = children.map(
    (child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve)),
  )
  for (const child of children) child.kill('SIGTERM')
  Promise.all(ends).then(() => process.exit(code))
}
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

async function launch(name, args, ready, env) {
  const child = start(args, env)
  children.push(child)
  const hear = (text) => {
    setupLink ??= /^laurel: set up at (\S+)$/m.exec(text)?.[1]
    process.stdout.write(text)
  }
  const line = await said(child, ready, hear).catch((cause) => {
    if (!stopping) console.error(`The ${name} did not start: ${cause.message}`)
    stop(1)
    return new Promise(() => {})
  })
  child.stdout.pipe(process.stdout)
  child.on('exit', (code) => {
    if (!stopping) console.error(`The ${name} ended with code ${code}.`)
    stop(code ?? 1)
  })
  return line
}

const began = Date.now()
await Promise.all([
  withSandbox &&
    launch('sandbox', ['sandbox/src/main.ts'], 'Sandbox: ', { SANDBOX_DATA_DIR: join(dataDir, 'sandbox') }),
  launch('server', SERVER, 'laurel: ready', {
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    DEMO_HISTORY: process.env.DEMO_HISTORY || '1',
  }),
])

const origin = process.env.PUBLIC_ORIGIN || `http://localhost:${port}`
const accounts = join(dataDir, 'demo-accounts.txt')
console.info(
  banner({
    seconds: (Date.now() - began) / 1000,
    origin,
    port,
    sandboxPort: withSandbox ? sandboxPort : undefined,
    setupLink,
    accounts: hasDemo && existsSync(accounts) ? readFileSync(accounts, 'utf8') : undefined,
  }),
)
console.info(`  Ctrl C stops it. Your data stays in ${dataDir}`)
