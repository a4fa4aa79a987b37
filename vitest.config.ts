import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,identity,server,web,sandbox,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/src/testing/empty-database.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Only ends what hangs: a busy machine is slow, and no test asserts a time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
