import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LONG_TESTS, LONG_WEB_TESTS } from './scripts/long-tests.mjs'

// A cluster's coordinator is a PostgreSQL too: what needs one runs there.
if (process.env.TEST_CITUS_URL) process.env.TEST_DATABASE_URL = process.env.TEST_CITUS_URL

// Only ends what hangs: a busy machine is slow, and no test asserts a time.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 }
const exclude = ['**/node_modules/**', '**/dist/**']
/** Tests that start PostgreSQL servers of their own: another database adds nothing, so they run with PGlite only. */
const replicated = ['server/src/database/replica.test.ts', 'server/src/database/failover.test.ts']
/** These take minutes: `npm test` leaves them to `npm run test:rest`. */
const long = process.env.WITHOUT_LONG_TESTS
  ? [...LONG_TESTS, ...LONG_WEB_TESTS].map((path) => path.replace(/\/$/, '/**'))
  : []
/** Fails commits by a deferred trigger, which a distributed table can't have. */
const triggered = process.env.TEST_CITUS_URL ? ['server/src/http/keyed-endpoints.test.ts'] : []
/** Web tests without a page: no document, and no module that is mocked. */
const pageless = globSync('web/src/**/*.test.ts').filter(
  (path) => !/@vitest-environment |vi\.mock\(/.test(readFileSync(path, 'utf8')),
)

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        // These files hold no state, so they share workers: one each would take twice as long.
        test: {
          ...timeouts,
          name: 'plain',
          setupFiles: ['web/src/testing/english-texts.ts'],
          include: ['{domain,contract,sandbox,bench}/**/*.test.ts', 'scripts/*.test.mjs', ...pageless],
          exclude,
          isolate: false,
        },
      },
      {
        test: {
          ...timeouts,
          name: 'web',
          setupFiles: ['web/src/testing/english-texts.ts'],
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...pageless, ...long],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'database',
          globalSetup: ['server/src/testing/prepared-databases.ts'],
          include: ['{server,identity}/**/*.test.ts'],
          exclude: [
            ...exclude,
            ...long,
            ...(process.env.TEST_DATABASE_URL ? [...replicated, ...triggered] : []),
          ],
          // An embedded database lives in its worker, and its memory ends with it.
          isolate: !process.env.TEST_DATABASE_URL,
        },
      },
    ],
  },
})
