/** Tests of whole installations, which `npm run test:rest` runs on PostgreSQL. */
export const LONG_TESTS = [
  'server/src/features/system/backups.test.ts',
  'server/src/features/system/upgrades.test.ts',
  'server/src/demo/history/fill-history.test.ts',
  'server/src/supervise.test.ts',
]
