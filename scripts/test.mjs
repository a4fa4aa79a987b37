// `npm test`: installs what's missing, then types, lint, unit, database, HTTP, and browser tests.
// With TEST_CITUS_URL, the coordinator of a Citus cluster, the database and HTTP tests, the main journeys, and 100
// rounds each of crashes during payments and fulfillment also run on the cluster.
// `npm run test:embedded`: the database and HTTP tests for ordering, on the embedded database.
// `npm run test:rest`: the longer web and database tests, and the longer journeys, in every brand and variation.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMBEDDED_TESTS, LONG_TESTS, LONG_WEB_TESTS } from './long-tests.mjs'
import { buildWeb, COMPILED, install, NODE, ROOT, said, start } from './prepare.mjs'

install()
const { check } = await import('./check.mjs')
const reports = mkdtempSync(join(tmpdir(), 'laurel-reports-'))
const tally = { passed: 0, failed: 0, skipped: 0 }
/** What failed and why, repeated at the end because the run is long. */
const failures = []
/** What passed only on its second try, and why the first one failed. */
const retried = []

/** Runs tests and adds to the tally; continues after a failure so that one run shows them all. */
function tests(label, args, env, read) {
  const report = join(reports, `${label.replaceAll(/\W+/g, '-')}.json`)
  const began = Date.now()
  const { status } = spawnSync(NODE, args(report), {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...COMPILED, ...process.env, ...env(report) },
  })
  const counted = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0, failures: [{ name: 'made no report' }] }
  failures.push(...counted.failures.map((failure) => ({ ...failure, label })))
  retried.push(...(counted.retried ?? []).map((journey) => ({ ...journey, label })))
  for (const kind of Object.keys(tally)) tally[kind] += counted[kind]
  if (status !== 0 && counted.failed === 0) {
    tally.failed += 1
    failures.push({ label, name: `ended with ${status} although every test passed` })
  }
  console.info(`${status === 0 ? '✓' : '✗'} ${label} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}

function vitest(label, rooms, env = {}) {
  const args = (report) => [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...rooms,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  tests(
    label,
    args,
    () => env,
    (r) => ({
      passed: r.numPassedTests,
      failed: r.numFailedTests,
      skipped: r.numPendingTests,
      failures: r.testResults.flatMap(failuresOfFile),
    }),
  )
}

/** A file's failed tests, or its own message if it couldn't run. */
function failuresOfFile({ name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [{ name: file, why: message }]
  return failed.map((test) => ({
    name: `${file} › ${test.fullName}`,
    why: test.failureMessages.join('\n'),
  }))
}

/** A report's journeys whose outcome is `status`, including nested ones. */
function journeys({ suites = [], specs = [], file }, status) {
  const own = specs
    .filter((spec) => spec.tests.some((test) => test.status === status))
    .map((spec) => ({
      name: `${file ?? ''} › ${spec.title}`,
      why: spec.tests.flatMap((test) => test.results.map((result) => result.error?.message ?? '')).join('\n'),
    }))
  return [...own, ...suites.flatMap((suite) => journeys(suite, status))]
}

function browser(label, env = {}, names = []) {
  const args = () => [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e', ...names]
  const settings = (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM: chromium(), ...env })
  tests(label, args, settings, (r) => ({
    passed: r.stats.expected + r.stats.flaky,
    failed: r.stats.unexpected,
    skipped: r.stats.skipped,
    failures: journeys(r, 'unexpected'),
    retried: journeys(r, 'flaky'),
  }))
}

/** Chromium: an installed one, else Debian's package, else Playwright's own. */
function chromium() {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const found = () => places.find((path) => path !== undefined && existsSync(path))
  if (found() !== undefined) return found()
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.info('Installing Chromium.')
    spawnSync(
      'sh',
      ['-c', 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium'],
      { stdio: 'ignore' },
    )
    if (found() !== undefined) return found()
  }
  spawnSync(NODE, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  return ''
}

/** A PostgreSQL for the database tests: the one `TEST_DATABASE_URL` names, else one started here. */
async function withPostgres(work) {
  if (process.env.TEST_DATABASE_URL) return work(process.env.TEST_DATABASE_URL)
  return withDatabase('server/src/testing/postgres-server.ts', work)
}

/** A database that a program makes, and drops when it's stopped. */
async function withDatabase(program, work) {
  const server = start([program])
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    work((await said(server, 'postgres://')).trim())
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function npmTest() {
  await check({ unit: [] })
  buildWeb()
  vitest('unit tests', ['--project=plain', '--project=web'], { WITHOUT_LONG_TESTS: '1' })
  await withPostgres((url) =>
    vitest('database and HTTP tests on PostgreSQL', ['--project=database'], {
      TEST_DATABASE_URL: url,
      TEST_CITUS_URL: '',
      WITHOUT_LONG_TESTS: '1',
    }),
  ).catch((cause) => {
    console.error(`PostgreSQL could not be started: ${cause.message}`)
    tally.failed += 1
    failures.push({ label: 'PostgreSQL', name: cause.message })
  })
  // The journeys run on the embedded database, as `npm start` does.
  browser('journeys in Chromium')
  if (process.env.TEST_CITUS_URL) await testOnCitus()
  else tally.skipped += ON_CITUS.length
}

const ON_CITUS = ['database and HTTP tests', 'main journeys', 'crashes: payments', 'crashes: fulfillment']
/** The journeys that don't start a shop of their own. */
const MAIN_JOURNEYS = ['order-all-three', 'check-and-bank', 'recipients-by-hand', 'two-brands']

/** On the cluster whose coordinator `TEST_CITUS_URL` names. */
async function testOnCitus() {
  const [database, journeys, ...crashes] = ON_CITUS.map((what) => `${what} on Citus`)
  vitest(database, ['--project=database'])
  await withDatabase('server/src/testing/citus-database.ts', (url) =>
    browser(journeys, { DATABASE_URL: url, DEMO: '1' }, MAIN_JOURNEYS),
  )
  crash(crashes[0], 'payments')
  crash(crashes[1], 'fulfillment')
}

function crash(label, what) {
  const { status } = spawnSync(NODE, ['bench/src/crash/main.ts', what, '--rounds', '100'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...COMPILED, ...process.env },
  })
  tally[status === 0 ? 'passed' : 'failed'] += 1
  if (status !== 0) failures.push({ label, name: `ended with ${status}` })
}

function testEmbedded() {
  buildWeb()
  vitest('database and HTTP tests on PGlite', ['--project=database', ...EMBEDDED_TESTS], {
    TEST_DATABASE_URL: '',
    TEST_CITUS_URL: '',
    WITHOUT_LONG_TESTS: '1',
  })
}

async function testRest() {
  buildWeb()
  vitest('longer web tests', ['--project=web', ...LONG_WEB_TESTS])
  await withPostgres((url) =>
    vitest('longer database and HTTP tests on PostgreSQL', ['--project=database', ...LONG_TESTS], {
      TEST_DATABASE_URL: url,
      TEST_CITUS_URL: '',
    }),
  )
  // On PostgreSQL, as real installations are; shops of a journey's own are embedded.
  await withDatabase('server/src/testing/postgres-server.ts', (url) =>
    browser('journeys in every brand and every way', { JOURNEYS: 'rest', DATABASE_URL: url, DEMO: '1' }),
  )
}

const isPart = process.argv.includes('--embedded') || process.argv.includes('--rest')
if (process.argv.includes('--embedded')) testEmbedded()
else if (process.argv.includes('--rest')) await testRest()
else await npmTest()

rmSync(reports, { recursive: true, force: true })
if (!process.env.CARRIER_OPENAPI_DIR)
  console.info('CARRIER_OPENAPI_DIR is not set: no test read the carriers’ documents.')
if (!process.env.TEST_CITUS_URL && !isPart)
  console.info(`TEST_CITUS_URL is not set: skipped on Citus: ${ON_CITUS.join(', ')}.`)
for (const { label, name, why } of retried)
  console.info(`\n↻ ${label}: ${name} passed on its second try\n${why.split('\n').slice(0, 12).join('\n')}`)
for (const { label, name, why } of failures)
  console.info(`\n✗ ${label}: ${name}\n${(why ?? '').split('\n').slice(0, 12).join('\n')}`)
console.info(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
process.exit(tally.failed === 0 ? 0 : 1)
