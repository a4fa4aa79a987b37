// `npm start`: installs, builds, then runs the shop and the sandbox until it is stopped.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildWeb, install, ROOT, SERVER, said, start } from './prepare.mjs'

install()
buildWeb()

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'))
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data')
const port = process.env.PORT || '3000'
const sandboxPort = process.env.SANDBOX_PORT || '3001'
// With its own mail server and payment provider, an installation needs no simulators.
const withSandbox = !(process.env.SMTP_URL && process.env.PAYMENT_XML_URL)

const children = []
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
  const line = await said(child, ready).catch((cause) => {
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
  launch('server', SERVER, 'laurel: ready', { LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }),
])

const origin = process.env.PUBLIC_ORIGIN || `http://localhost:${port}`
const accounts = join(dataDir, 'demo-accounts.txt')
console.info(`
Laurel is ready (${((Date.now() - began) / 1000).toFixed(1)} s).

  The shop          ${origin}/
  The second site   http://acorn.localhost:${port}/
  The office        ${origin}/office/ (staff; the first sign-in sets up an authenticator app)
  API reference     ${origin}/api/docs
${withSandbox ? `  Mail sent         http://localhost:${sandboxPort}/inbox/\n  Text messages     http://localhost:${sandboxPort}/sms/\n  The sandbox       http://localhost:${sandboxPort}/\n` : ''}`)
if (existsSync(accounts)) console.info(readFileSync(accounts, 'utf8').replace(/^/gm, '  '))
console.info(`  Ctrl C stops it. Your data stays in ${dataDir}`)
