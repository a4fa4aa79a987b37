import { exportAudit, listAudit, listAuditEvents, verifyAudit } from '@laurel/contract/office-audit'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { exportAuditLog, readAuditLog, readEvents, verifyAuditLog } from './audit-log.service.ts'

export function auditOffice(serve: Serve, kit: Pick<Kit, 'pool' | 'now'>) {
  serve(listAudit, ({ site, query }) => readAuditLog(kit, site, query))
  serve(listAuditEvents, ({ actor }) => readEvents(kit, actor))
  serve(exportAudit, ({ site, actor, query }) => exportAuditLog(kit, site, actor, query))
  serve(verifyAudit, ({ actor, body }) => verifyAuditLog(kit, actor, body.after_id))
}
