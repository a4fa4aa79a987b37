import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import type { StorageAdapter } from '@flystorage/file-storage'
import { WrongSetting } from '../../wrong-setting.ts'

/** At most 10,000 of them: up to 160 GB. Four are in memory at once. */
const PART_BYTES = 16 * 1024 * 1024

/**
 * Opens a bucket: `s3://bucket/folder?region=us-east-1`, with `&endpoint=https://…` for a service that
 * speaks S3 elsewhere. Credentials come from where the AWS client looks for them.
 *
 * @throws {WrongSetting} without a bucket
 */
export function openS3(setting: string, address: string): StorageAdapter {
  const url = URL.parse(address)
  if (url === null || url.hostname === '') {
    throw new WrongSetting(`${setting} is wrong: expects s3://bucket/folder?region=us-east-1`)
  }
  const region = url.searchParams.get('region')
  const endpoint = url.searchParams.get('endpoint')
  const client = new S3Client({
    // A connection that went silent fails, and the request is repeated.
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 300_000, throwOnRequestTimeout: true },
    ...(region !== null && { region }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  })
  return new AwsS3StorageAdapter(client, {
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\//, ''),
    uploadConfiguration: { partSize: PART_BYTES },
  })
}
