import { type CORSRule, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { S3_DEMO, type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../testing/world.ts'

const HEALTH = '/api/v1/office/system/health/'
const { accessKeyId, secretAccessKey, region, bucket } = S3_DEMO

let sandbox: Sandbox
let world: World
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  world = await makeWorld({ FILES_URL: `s3://${bucket}?region=${region}&endpoint=${sandbox.origin}/s3` })
})
afterAll(async () => {
  await world.close()
  await sandbox.close()
  vi.unstubAllEnvs()
})

test('the office says which CORS rule the bucket needs, and that it works once it’s there', async () => {
  const owner = await world.staff()
  const uploads = async () => (await owner.call('GET', HEALTH)).body.direct_uploads
  const before = await uploads()
  expect(before).toMatchObject({ is_allowed: false, storage: sandbox.origin })

  const s3 = new S3Client({ region, endpoint: `${sandbox.origin}/s3`, forcePathStyle: true })
  const set = (CORSRules: CORSRule[]) =>
    s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules } }))
  const [rule] = JSON.parse(before.cors_rule)
  await set([rule])
  expect(await uploads()).toMatchObject({ is_allowed: true })
  await set([{ ...rule, AllowedOrigins: ['https://another.example.com'] }])
  expect(await uploads()).toMatchObject({ is_allowed: false })
  await set([{ ...rule, AllowedMethods: ['GET'] }])
  expect(await uploads()).toMatchObject({ is_allowed: false })
  s3.destroy()
})

test('with files in a folder, there’s no rule', async () => {
  const local = await makeWorld()
  const owner = await local.staff()
  expect((await owner.call('GET', HEALTH)).body.direct_uploads).toBeNull()
  await local.close()
})
