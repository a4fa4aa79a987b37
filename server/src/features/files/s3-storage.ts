import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import type { StorageAdapter } from '@flystorage/file-storage'
import { WrongSetting } from '../../wrong-setting.ts'

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
    ...(region !== null && { region }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  })
  return new AwsS3StorageAdapter(client, { bucket: url.hostname, prefix: url.pathname.replace(/^\//, '') })
}
