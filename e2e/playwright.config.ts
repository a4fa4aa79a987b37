import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM === undefined ? '/usr/bin/chromium' : process.env.CHROMIUM

const LONGER = /@every-(brand|way)/

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.journey.ts',
  // The other brands, and other ways to do the same thing, take as long again: `npm run test:rest` runs them.
  ...(process.env.JOURNEYS === 'rest' ? { grep: LONGER } : { grepInvert: LONGER }),
  globalSetup: './src/stack/start-stack.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  // Only ends what hangs: a busy machine is slow, and no journey asserts a time.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // One more try: a machine that stalls isn't a fault of the product. The run names what needed it.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/report.json' }],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    // A trace of every step costs a third of the time: `TRACE=1 npm test` when a failure asks for one.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
