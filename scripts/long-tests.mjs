/** Tests of whole installations, which `npm run test:rest` runs on PostgreSQL. */
export const LONG_TESTS = [
  'server/src/features/go-live/first-hour.test.ts',
  'server/src/features/system/backups-in-buckets.test.ts',
  'server/src/features/system/backups.test.ts',
  'server/src/features/system/full-disk.test.ts',
  'server/src/features/system/upgrades.test.ts',
  'server/src/demo/history/fill-history.test.ts',
  'server/src/http/many-people.test.ts',
  'server/src/supervise.test.ts',
]
