import { defineConfig } from 'vitest/config'

const everywhere = {
  globalSetup: ['server/src/testing/prepared-databases.ts'],
  // Only ends what hangs: a busy machine is slow, and no test asserts a time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}
const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        // These files hold no state, so they share workers: one each would take twice as long.
        test: {
          name: 'plain',
          include: ['{domain,contract,sandbox,bench}/**/*.test.ts'],
          exclude,
          isolate: false,
        },
      },
      { test: { ...everywhere, name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude } },
      {
        test: {
          ...everywhere,
          name: 'database',
          include: ['{server,identity}/**/*.test.ts'],
          exclude,
          // An embedded database lives in its worker, and its memory ends with it.
          isolate: !process.env.TEST_DATABASE_URL,
        },
      },
    ],
  },
})
