import * as contract from '@laurel/contract/company-reports'
import type { Serve } from '../../http/serve.ts'
import * as reports from './reports.service.ts'

export function reportRoutes(serve: Serve, kit: reports.ReportKit) {
  serve(contract.getCompanyReport, ({ site, actor, query }) => reports.readReport(kit, site, actor, query))
  serve(contract.listReportFiles, ({ actor }) => reports.listReportFiles(kit, actor))
  serve(contract.makeReportFile, ({ site, actor, body }) => reports.makeReportFile(kit, site, actor, body))
  serve(contract.removeReportFile, async ({ actor, params }) => {
    await reports.removeReportFile(kit, actor, params.id)
    return undefined
  })
  serve(contract.downloadReportFile, ({ actor, params }) => reports.downloadReport(kit, actor, params.id))
}
