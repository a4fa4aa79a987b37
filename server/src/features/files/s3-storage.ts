import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import type { StorageAdapter } from '@flystorage/file-storage'
import { WrongSetting } from '../../wrong-setting.ts'
import type { DirectStorage } from './file-store.ts'
import { openDirect } from './s3-direct.ts'

/** At most 10,000 of them: up to 160 GB. Four are in memory at once. */
const PART_BYTES = 16 * 1024 * 1024

/**
 * Opens a bucket: `s3://bucket/folder?region=us-east-1`, with `&endpoint=https://…` for a service that
 * speaks S3 elsewhere. Credentials come from where the AWS client looks for them.
 *
 * @throws {WrongSetting} without a bucket
 */
export function openBucket(setting: string, address: string) {
  const url = URL.parse(address)
  if (url === null || url.hostname === '') {
    throw new WrongSetting(`${setting} is wrong: expects s3://bucket/folder?region=us-east-1`)
  }
  const region = url.searchParams.get('region')
  const endpoint = url.searchParams.get('endpoint')
  const options = {
    // A connection that went silent fails, and the request is repeated.
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 300_000, throwOnRequestTimeout: true },
    ...(region !== null && { region }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  }
  const bucket = url.hostname
  const prefix = url.pathname.replace(/^\//, '')
  const storage: StorageAdapter = new AwsS3StorageAdapter(new S3Client(options), {
    bucket,
    prefix,
    uploadConfiguration: { partSize: PART_BYTES },
  })
  return {
    storage,
    /** @param pathOf where in the bucket's folder a key is */
    direct: (pathOf: (key: string) => string): Promise<DirectStorage> =>
      openDirect(setting, options, bucket, (key) =>
        [prefix.replace(/\/+$/, ''), pathOf(key)].filter(Boolean).join('/'),
      ),
  }
}
