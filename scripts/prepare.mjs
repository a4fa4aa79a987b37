// Runs on any Node ≥ 20 before anything is installed, so it uses only Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../', import.meta.url))
const STAMP = join(ROOT, 'node_modules/.laurel-installed')

/** The Node version the project pins, not the machine's own. */
export const NODE = join(ROOT, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** Compiled code is cached: the next start compiles neither TypeScript nor libraries. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node') }

/** Installs what's missing, and again only after the lock file changes. */
export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.info('Installing what is missing. This takes a few minutes, once.')
  // Not `npm ci`: it rejects a lock file without other platforms' binaries, which npm leaves out if a registry
  // lacks them. This installs the lock file and writes nothing.
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(STAMP, lock)
}

/** Adds the settings of `.env` to the environment, which comes first. */
export function loadSettings() {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Runs one of the project's programs under its own Node; exits the script if it fails. */
export function run(label, args, options = {}) {
  const started = Date.now()
  const env = { ...COMPILED, ...process.env }
  const { status } = spawnSync(NODE, args, { cwd: ROOT, env, stdio: 'inherit', ...options })
  if (status !== 0) {
    console.error(`\n✗ ${label}`)
    process.exit(status ?? 1)
  }
  console.info(`✓ ${label} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}

/**
 * Runs the project's programs two at a time, printing each one's output in one piece; exits the script if one
 * fails.
 */
export async function runTogether(jobs) {
  const waiting = [...jobs]
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await runHeard(...job)
  }
  await Promise.all([lane(), lane()])
}

function runHeard(label, args) {
  const started = Date.now()
  const env = { ...COMPILED, ...process.env }
  const program = spawn(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const heard = []
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (part) => heard.push(part))
  return new Promise((resolve) => {
    program.once('close', (status) => {
      process.stdout.write(Buffer.concat(heard))
      if (status !== 0) {
        console.error(`\n✗ ${label}`)
        process.exit(status ?? 1)
      }
      console.info(`✓ ${label} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
      resolve()
    })
  })
}

/** Limits the heap's young generation, which otherwise grows to 64 MB and stays there; and lets it be collected at rest. */
export const SERVER = ['--max-semi-space-size=8', '--expose-gc', 'server/src/main.ts']

export function start(args, env = {}, stdio = ['ignore', 'pipe', 'inherit']) {
  return spawn(NODE, args, { cwd: ROOT, stdio, env: { ...COMPILED, ...process.env, ...env } })
}

/** Builds the web app if a source is newer than the last build. */
export function buildWeb() {
  // The last file that a build writes.
  const built = join(ROOT, 'web/dist-server/render-page.js')
  const sources = ['web/src', 'web/public', 'domain/src', 'contract/src'].map((room) =>
    newest(join(ROOT, room)),
  )
  sources.push(
    statSync(join(ROOT, 'web/index.html')).mtimeMs,
    statSync(join(ROOT, 'package-lock.json')).mtimeMs,
  )
  if (existsSync(built) && statSync(built).mtimeMs > Math.max(...sources)) return
  const build = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  run('web app built', build, { cwd: join(ROOT, 'web') })
  run('first pages built', [...build, '--ssr', 'src/app/render-page.tsx'], { cwd: join(ROOT, 'web') })
}

function newest(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      latest = Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs)
  }
  return latest
}

/**
 * Resolves when a program prints a line that starts like this; rejects if it ends first.
 *
 * @param hear gets the lines before and beside it
 */
export function said(child, beginning, hear = () => {}) {
  return new Promise((resolve, reject) => {
    let heard = ''
    const listen = (chunk) => {
      const lines = (heard + chunk).split('\n')
      heard = lines.pop()
      const line = lines.find((candidate) => candidate.startsWith(beginning))
      const others = lines.filter((candidate) => candidate !== line)
      if (others.length > 0) hear(`${others.join('\n')}\n`)
      if (line === undefined) return
      child.stdout.off('data', listen)
      hear(heard)
      resolve(line)
    }
    child.stdout.on('data', listen)
    child.on('exit', (code) => reject(new Error(`it ended with code ${code}`)))
  })
}
