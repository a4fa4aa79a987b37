import { exportAudit, listAudit, listAuditEvents, verifyAudit } from '@laurel/contract/office-audit'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { exportTrail, readEvents, readTrail, verifyTrail } from './trail.service.ts'

export function auditOffice(serve: Serve, kit: Pick<Kit, 'pool' | 'now'>) {
  serve(listAudit, ({ site, query }) => readTrail(kit, site, query))
  serve(listAuditEvents, ({ actor }) => readEvents(kit, actor))
  serve(exportAudit, ({ site, actor, query }) => exportTrail(kit, site, actor, query))
  serve(verifyAudit, ({ actor, body }) => verifyTrail(kit, actor, body.after_id))
}
