import * as contract from '@laurel/contract/company-terms'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as terms from './terms.service.ts'

type TermsKit = Pick<Kit, 'pool' | 'now' | 'jobs'>

export function termsRoutes(serve: Serve, kit: TermsKit) {
  serve(contract.getCompanyTerms, ({ site, actor }) => terms.readCompanyTerms(kit, site, actor))
}

export function termsOffice(serve: Serve, kit: TermsKit) {
  serve(contract.getOfficeCompanyTerms, ({ site, params }) => terms.readOfficeTerms(kit, site, params.id))
  serve(contract.setCompanyTerms, ({ site, actor, params, body }) =>
    terms.setTerms(kit, site, actor, {
      companyId: params.id,
      limitCents: body.limit_cents,
      days: body.days,
    }),
  )
  serve(contract.endCompanyTerms, ({ site, actor, params }) => terms.endTerms(kit, site, actor, params.id))
  serve(contract.remindCompany, ({ site, actor, params, body }) =>
    terms.remindNow(kit, site, actor, { companyId: params.id, seenRemindedOn: body.seen_reminded_on }),
  )
  serve(contract.listOpenInvoices, ({ site, query }) => terms.listOpenInvoices(kit, site, query))
}
