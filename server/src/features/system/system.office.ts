import { getHealth, listFailedJobs, listQueues, retryJobs } from '@laurel/contract/office-system'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { directUploads } from './direct-uploads.ts'
import { makeHealth } from './health.ts'
import * as system from './system.service.ts'

export function systemOffice(serve: Serve, kit: Pick<Kit, 'pool' | 'config' | 'files' | 'now'>) {
  const health = makeHealth(kit)
  serve(listQueues, ({ site }) => system.listQueues(kit, site))
  serve(listFailedJobs, ({ site, query }) => system.listFailedJobs(kit, site, query))
  serve(retryJobs, ({ site, actor, body }) => system.retryJobs(kit, site, actor, body))
  serve(getHealth, async ({ site, origin }) => {
    const [found, direct_uploads] = await Promise.all([health(site), directUploads(kit, origin)])
    return { ...found, direct_uploads }
  })
}
