import * as contract from '@laurel/contract/company-reports'
import type { Serve } from '../../http/serve.ts'
import { personOfCompany } from './report-users.ts'
import * as reports from './reports.service.ts'
import * as saved from './saved-reports.service.ts'

export function reportRoutes(serve: Serve, kit: reports.ReportKit) {
  const user = (actor: Parameters<typeof personOfCompany>[1]) => personOfCompany(kit, actor)
  serve(contract.getCompanyReport, ({ site, actor, query, i18n }) =>
    reports.readReport(kit, site, user(actor), query, i18n),
  )
  serve(contract.listReportFiles, ({ actor }) => reports.listReportFiles(kit, user(actor)))
  serve(contract.makeReportFile, ({ site, actor, body }) =>
    reports.makeReportFile(kit, site, user(actor), body),
  )
  serve(contract.removeReportFile, ({ actor, params }) =>
    reports.removeReportFile(kit, user(actor), params.id),
  )
  serve(contract.downloadReportFile, ({ actor, params }) =>
    reports.downloadReport(kit, user(actor), params.id),
  )
  serve(contract.listSavedReports, ({ actor }) => saved.listSavedReports(kit, user(actor)))
  serve(contract.saveReport, ({ site, actor, body }) => saved.saveReport(kit, site, user(actor), body))
  serve(contract.changeSavedReport, ({ site, actor, params, body }) =>
    saved.changeSavedReport(kit, site, user(actor), params.id, body),
  )
  serve(contract.removeSavedReport, ({ actor, params }) =>
    saved.removeSavedReport(kit, user(actor), params.id),
  )
  serve(contract.sendSavedReport, ({ site, actor, params }) =>
    saved.sendSavedReport(kit, site, user(actor), params.id),
  )
}
