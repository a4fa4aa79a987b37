import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banner } from './banner.mjs'
import { ROOT } from './prepare.mjs'

const LOCK = '{}'
const PRINT = 'console.log(process.env.DATABASE_URL, process.env.PORT)'
let project

/** An installed project of two programs, with settings in `.env`. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'laurel-scripts-'))
  const files = {
    'package-lock.json': LOCK,
    'node_modules/.laurel-installed': createHash('sha256').update(LOCK).digest('hex'),
    '.env': 'DATABASE_URL=postgres://from-the-file\nPORT=4000\n',
    'server/src/commands/print.mjs': PRINT,
    'bench/src/print.mjs': PRINT,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  mkdirSync(join(project, 'node_modules/.bin'))
  symlinkSync(process.execPath, join(project, 'node_modules/.bin/node'))
  for (const name of ['prepare.mjs', 'run.mjs']) {
    cpSync(join(ROOT, 'scripts', name), join(project, 'scripts', name))
  }
})
afterAll(() => rmSync(project, { recursive: true }))

function run(program) {
  const { DATABASE_URL: _, ...env } = process.env
  const args = [join(project, 'scripts/run.mjs'), program]
  return spawnSync(process.execPath, args, { env: { ...env, PORT: '5000' }, encoding: 'utf8' }).stdout.trim()
}

test('a command has the settings of .env, and the environment comes first', () => {
  expect(run('server/src/commands/print.mjs')).toBe('postgres://from-the-file 5000')
})

test('a bench never has the settings of an installation', () => {
  expect(run('bench/src/print.mjs')).toBe('undefined 5000')
})

describe('from an archive', () => {
  /** What the launcher passes to Node, or why it doesn't start. */
  function launch(settings) {
    const bin = join(project, 'archive/bin')
    mkdirSync(bin, { recursive: true })
    cpSync(join(ROOT, 'deploy/laurel'), join(bin, 'laurel'))
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho "$@"', { mode: 0o755 })
    const { LAUREL_ENV_FILE: _, ...env } = process.env
    const { stdout, stderr, status } = spawnSync('sh', [join(bin, 'laurel')], {
      env: { ...env, ...settings },
      encoding: 'utf8',
    })
    return { status, words: stdout + stderr }
  }

  test('the settings come from LAUREL_ENV_FILE, or from the environment alone', () => {
    const named = launch({ LAUREL_ENV_FILE: join(project, '.env') })
    expect(named).toMatchObject({ status: 0, words: expect.stringContaining(`--env-file=${project}/.env`) })
    expect(launch({})).toMatchObject({ status: 0, words: expect.not.stringContaining('--env-file') })
  })

  test('nothing starts without the settings that are named, because that would be a demo', () => {
    const missing = launch({ LAUREL_ENV_FILE: '/nowhere/laurel.env' })
    expect(missing.status).toBe(1)
    expect(missing.words).toMatch(/^laurel: the settings in \/nowhere\/laurel\.env can't be read\./)
  })
})

test('only the demo has a second site and staff without an authenticator app', () => {
  const settings = { seconds: 1, origin: 'https://shop.example', port: '3000', sandboxPort: undefined }
  const demo = banner({ ...settings, accounts: 'Demo accounts' })
  expect(demo).toMatch(/acorn\.localhost[\s\S]*authenticator[\s\S]*Demo accounts/)
  const own = banner({ ...settings, accounts: undefined })
  expect(own).toContain('https://shop.example/office/')
  expect(own).not.toMatch(/acorn|authenticator|second site|localhost/)
})
