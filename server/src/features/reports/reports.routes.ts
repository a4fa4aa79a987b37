import * as contract from '@laurel/contract/company-reports'
import type { Serve } from '../../http/serve.ts'
import * as reports from './reports.service.ts'
import * as saved from './saved-reports.service.ts'

export function reportRoutes(serve: Serve, kit: reports.ReportKit) {
  serve(contract.getCompanyReport, ({ site, actor, query }) => reports.readReport(kit, site, actor, query))
  serve(contract.listReportFiles, ({ actor }) => reports.listReportFiles(kit, actor))
  serve(contract.makeReportFile, ({ site, actor, body }) => reports.makeReportFile(kit, site, actor, body))
  serve(contract.removeReportFile, async ({ actor, params }) => {
    await reports.removeReportFile(kit, actor, params.id)
    return undefined
  })
  serve(contract.downloadReportFile, ({ actor, params }) => reports.downloadReport(kit, actor, params.id))
  serve(contract.listSavedReports, ({ actor }) => saved.listSavedReports(kit, actor))
  serve(contract.saveReport, ({ site, actor, body }) => saved.saveReport(kit, site, actor, body))
  serve(contract.changeSavedReport, ({ site, actor, params, body }) =>
    saved.changeSavedReport(kit, site, actor, params.id, body),
  )
  serve(contract.removeSavedReport, async ({ actor, params }) => {
    await saved.removeSavedReport(kit, actor, params.id)
    return undefined
  })
  serve(contract.sendSavedReport, ({ site, actor, params }) =>
    saved.sendSavedReport(kit, site, actor, params.id),
  )
}
