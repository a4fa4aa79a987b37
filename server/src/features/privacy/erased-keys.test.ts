import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openS3Server, S3_KEYS } from '../../testing/s3-server.ts'
import { readErasedKeys } from './erased-keys.ts'

beforeEach(() => {
  for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value)
  return () => vi.unstubAllEnvs()
})

test('a list in a bucket that can’t be read isn’t taken for an empty one', async () => {
  const s3 = await openS3Server()
  onTestFinished(s3.close)
  const objects = s3.makeBucket('backups')
  const place = s3.addressOf('backups/of-shop')
  const read = () => readErasedKeys(s3.addressOf('backups/of-shop/an-archive.laurel'), place)
  expect(await read()).toEqual([])

  const erased = [{ site_id: 1, digest: 'a digest', erased_at: '2026-11-23T12:00:00.000Z' }]
  objects.set('of-shop/laurel-erasures.json', Buffer.from(JSON.stringify({ version: 1, erased })))
  expect(await read()).toEqual(erased)
  s3.hooks.fault = () => 'cut'
  await expect(read()).rejects.toThrow(/connection .* was lost/)
  s3.hooks.fault = () => 'deny'
  await expect(read()).rejects.toThrow(/doesn’t allow that/)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another secret')
  await expect(read()).rejects.toThrow(/rejected the credentials/)
})
