/**
 * Server tests that `npm test` and `npm run test:embedded` leave to `npm run test:rest`, which runs them on
 * PostgreSQL: files, and folders (which end in a slash).
 */
export const LONG_TESTS = [
  // Whole installations.
  'server/src/features/system/backups-in-buckets.test.ts',
  'server/src/features/system/backups.test.ts',
  'server/src/features/system/full-disk.test.ts',
  'server/src/features/system/upgrades.test.ts',
  'server/src/demo/history/fill-history.test.ts',
  'server/src/http/many-people.test.ts',
  'server/src/supervise.test.ts',
  // What staff and companies do besides an order, what helps people to order, and minutes of waiting for jobs. An
  // order's own jobs run in `npm test`, and so do the tests of who may call which endpoint.
  ...[
    'approval-requests',
    'balance',
    'budgets',
    'companies',
    'company-desk',
    'conversations',
    'customer-desk',
    'go-live',
    'notices',
    'office-search',
    'people-files',
    'place-order',
    'places',
    'platform',
    'privacy',
    'programs',
    'reports',
    'site-settings',
    'staff',
    'terms',
    'test-mode',
    'today',
    'webhooks',
    'year-end',
  ].map((feature) => `server/src/features/${feature}/`),
  // Variations of what other tests of the same feature cover.
  'server/src/features/batches/carrier-answers.test.ts',
  'server/src/features/batches/labels.test.ts',
  'server/src/features/card-items/recipients.test.ts',
  'server/src/features/checkout/wstg-busl-10.test.ts',
  'server/src/features/deliveries/sending.test.ts',
  'server/src/features/imports/long-lists.test.ts',
  'server/src/features/imports/mapping-and-repair.test.ts',
  'server/src/features/imports/unchanged.test.ts',
  'server/src/features/my-orders/reorder.test.ts',
  'server/src/http/limits.test.ts',
  'server/src/http/request-limits.test.ts',
  // Programs that start with a database of their own.
  'server/src/database/ordinary-owner.test.ts',
  'server/src/database/running-servers.test.ts',
  'server/src/database/serial-pglite-dialect.test.ts',
  'server/src/http/logged-error.test.ts',
  'server/src/features/accounts/no-secret-in-logs.test.ts',
  'server/src/features/setup/',
  'server/src/not-connected.test.ts',
  'server/src/run-program.test.ts',
  // The accounts service: the journeys also sign up, sign in, and recover accounts.
  'identity/',
  // The same on every database, or minutes of the same for each endpoint and each sequence of events.
  'server/src/backup/',
  'server/src/observability/',
  'server/src/http/generated-clients.test.ts',
  'server/src/http/keyed-endpoints.test.ts',
  'server/src/features/checkout/payment-model.test.ts',
]

/** Tests of the pages of staff, operators, and companies, which `npm test` also leaves to `npm run test:rest`. */
export const LONG_WEB_TESTS = ['company', 'office', 'platform'].map(
  (feature) => `web/src/features/${feature}/`,
)

/**
 * Server tests that `npm run test:embedded` repeats on the embedded database: connections, jobs, HTTP, and an order
 * from cart to delivery. It's the same PostgreSQL with one connection, and three times as slow. The journeys run on
 * it too.
 */
export const EMBEDDED_TESTS = [
  'server/src/database/',
  'server/src/jobs/',
  'server/src/http/',
  ...['batches', 'card-items', 'checkout', 'deliveries', 'imports', 'orders'].map(
    (feature) => `server/src/features/${feature}/`,
  ),
]
