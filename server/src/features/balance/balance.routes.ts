import * as contract from '@laurel/contract/company-balance'
import type { Serve } from '../../http/serve.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import * as balance from './balance.service.ts'
import * as topUps from './top-ups.service.ts'

export function balanceRoutes(serve: Serve, kit: PaymentKit) {
  serve(contract.getCompanyBalance, ({ site, actor }) => balance.readCompanyBalance(kit, site, actor))
  serve(contract.setLowBalance, async ({ actor, body }) => {
    await balance.setLowBalance(kit, actor, body.low_balance_cents)
    return undefined
  })
  serve(contract.getBalanceStatement, ({ site, actor, query }) =>
    balance.readStatement(kit, site, actor, query.month),
  )
  serve(contract.exportBalanceStatement, ({ site, actor, query }) =>
    balance.exportStatement(kit, site, actor, query.month),
  )
  serve(contract.createTopUp, ({ site, actor, body, origin, ip }) =>
    topUps.createTopUp(kit, site, actor, {
      amountCents: body.amount_cents,
      method: body.method_code,
      origin,
      ip,
    }),
  )
  serve(contract.verifyTopUp, ({ site, actor, params }) => topUps.verifyTopUp(kit, site, actor, params.id))
  serve(contract.cancelTopUp, ({ actor, params }) => topUps.cancelTopUp(kit, actor, params.id))
}

export function balanceOffice(serve: Serve, kit: PaymentKit) {
  serve(contract.getOfficeCompanyBalance, ({ site, params, query }) =>
    balance.readOfficeBalance(kit, site, params.id, query.month),
  )
}
