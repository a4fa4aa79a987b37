import type { getHealth } from '@laurel/contract/office-system'
import type * as z from 'zod'
import type { Kit } from '../../kit.ts'

type DirectUploads = z.input<typeof getHealth.response>['direct_uploads']

/** Whether browsers on this origin send files to the bucket itself, and the CORS rule that lets them. */
export async function directUploads({ files }: Pick<Kit, 'files'>, origin: string): Promise<DirectUploads> {
  const { direct } = files
  if (direct === undefined) return null
  return {
    is_allowed: await direct.isOpenTo(origin, true),
    storage: direct.origin,
    cors_rule: corsRule(origin),
  }
}

/** In the form that the console and the command line of S3 take. */
function corsRule(origin: string): string {
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['content-type'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 3_600,
  }
  return JSON.stringify([rule], null, 2)
}
